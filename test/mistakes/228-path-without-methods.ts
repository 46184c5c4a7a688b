// noticed: start
// says: PersonResource: has a @Path but answers nothing below it
import { Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  all() {
    return [];
  }
}
export default serving(PersonResource);
