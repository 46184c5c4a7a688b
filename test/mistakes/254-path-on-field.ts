// noticed: compile
// says: error
import { Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @Path('/x') all = '';
}
export default serving(PersonResource);
