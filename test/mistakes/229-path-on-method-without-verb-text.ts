// noticed: start
// says: PersonResource.names
// says: @GET
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET all() {
    return [];
  }
  @Path('/names') names(): string {
    return 'x';
  }
}
export default serving(PersonResource);
