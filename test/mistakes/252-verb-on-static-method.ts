// noticed: start
// says: PersonResource: @GET on the static member all
// says: make it a member of the instance
import { GET, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET static all() {
    return '';
  }
  @POST add() {
    return '';
  }
}
export default serving(PersonResource);
