// noticed: start
// says: PeopleResource.all, parameter 1
// says: keep one of them
import { GET, HeaderParam, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n') @HeaderParam('n') n: string) {
    return n;
  }
}
export default serving(PeopleResource);
