// noticed: start
// says: PersonResource.purge
// says: capital letters
import { HttpMethod, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @HttpMethod('purge') purge() {
    return '';
  }
}
export default serving(PersonResource);
