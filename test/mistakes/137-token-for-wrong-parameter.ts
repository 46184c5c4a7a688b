// noticed: compile
// says: this parameter cannot hold
import { GET, Int, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n', Int) n: string) {
    return n;
  }
}
export default serving(PeopleResource);
