// noticed: compile
// says: error
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET all = () => '';
}
export default serving(PersonResource);
