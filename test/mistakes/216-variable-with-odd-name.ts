// noticed: start
// says: PersonResource
// says: use letters, digits
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{the id}')
class PersonResource {
  @GET fetch(@PathParam('the id') id: string) {
    return id;
  }
}
export default serving(PersonResource);
