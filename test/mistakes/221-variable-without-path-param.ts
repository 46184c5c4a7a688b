// noticed: start
// says: PersonResource.fetch: nothing takes the variable {id}
// says: @PathParam('id')
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{id}')
class PersonResource {
  @GET fetch() {
    return 'x';
  }
}
export default serving(PersonResource);
