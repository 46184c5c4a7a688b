// noticed: start
// says: PersonResource.all
// says: @Returns
import { GET, Path, Returns } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Returns(String, { status: 404 }) all() {
    return '';
  }
}
export default serving(PersonResource);
