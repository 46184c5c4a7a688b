// noticed: start
// says: PersonResource.fetch
// says: {id} twice
// says: rename
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{id}')
class PersonResource {
  @GET @Path('/pets/{id}') fetch(@PathParam('id') id: string) {
    return id;
  }
}
export default serving(PersonResource);
