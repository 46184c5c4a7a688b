// noticed: compile
// says: without blanks
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people ')
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
