// noticed: start
// says: PersonResource
// says: "/people "
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

const path: string = '/people ';
@Path(path)
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
