// noticed: start
// says: @Timeout("2 secnds")
// says: PersonResource.all
import { GET, Path, Timeout } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Timeout('2 secnds') all() {
    return '';
  }
}
export default serving(PersonResource);
