// noticed: start
// says: PersonResource
// says: "#"
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people#top')
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
