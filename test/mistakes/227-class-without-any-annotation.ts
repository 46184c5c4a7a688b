// noticed: start
// says: PersonResource: has no @Path, so it is not a resource
import { serving } from './serving.js';

class PersonResource {
  all() {
    return [];
  }
}
export default serving(PersonResource);
