// noticed: compile
// says: name the type
import { GET, Optional, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n') n: Optional<number>) {
    return n;
  }
}
export default serving(PeopleResource);
