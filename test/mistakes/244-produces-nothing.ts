// noticed: compile
// says: Expected at least 1 argument
import { GET, Path, Produces } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Produces() all() {
    return '';
  }
}
export default serving(PersonResource);
