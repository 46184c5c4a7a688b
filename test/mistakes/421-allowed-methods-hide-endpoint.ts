// noticed: warn
// says: PeopleResource.add
// says: server.allowedMethods
// | server:
// |   allowedMethods: [GET]
import { GET, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all() {
    return '';
  }
  @POST add() {
    return '';
  }
}
export default serving(PeopleResource);
