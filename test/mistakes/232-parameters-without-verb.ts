// noticed: start
// says: PersonResource.find
// says: mark it @GET
import { GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET all() {
    return [];
  }
  find(@QueryParam('name') name: string) {
    return name;
  }
}
export default serving(PersonResource);
