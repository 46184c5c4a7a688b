// noticed: start
// says: PersonResource.all
// says: PersonResource.list
// says: both answer GET /people
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET all() {
    return [];
  }
  @GET list() {
    return [];
  }
}
export default serving(PersonResource);
