// noticed: start
// says: @Timeout("soon")
// says: PersonResource
import { GET, Path, Timeout } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
@Timeout('soon')
class PersonResource {
  @GET all() {
    return '';
  }
}
export default serving(PersonResource);
