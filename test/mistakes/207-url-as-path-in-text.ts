// noticed: start
// says: PersonResource
// says: http://example.org/people
// says: only its path
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

const path: string = 'http://example.org/people';
@Path(path)
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
