// noticed: start
// says: PeopleResource.add, parameter 1
// says: IntParam
// says: @QueryParam
import { IntParam, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @POST add(n: IntParam) {
    return String(n);
  }
}
export default serving(PeopleResource);
