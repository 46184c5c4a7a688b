// noticed: compile
// says: write a path, not a URL
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('http://example.org/people')
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
