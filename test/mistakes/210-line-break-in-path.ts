// noticed: start
// says: PersonResource
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

const path: string = '/people\n';
@Path(path)
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
