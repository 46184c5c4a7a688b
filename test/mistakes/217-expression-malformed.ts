// noticed: start
// says: PersonResource
// says: malformed regular expression for {id}
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{id: [0-9}')
class PersonResource {
  @GET fetch(@PathParam('id') id: string) {
    return id;
  }
}
export default serving(PersonResource);
