// noticed: start
// says: PersonResource: has no @Path
import { GET } from 'keelson';

import { serving } from './serving.js';

class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
