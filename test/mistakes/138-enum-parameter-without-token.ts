// noticed: compile
// says: name the type, as in @QueryParam("x", enumOf(Choice))
import { GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

enum Sort {
  name = 'name',
  age = 'age',
}
@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('sort') sort: Sort) {
    return sort;
  }
}
export default serving(PeopleResource);
