// noticed: start
// says: PersonResource.fetch
// says: "{" without its "}"
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Path('/{id') fetch(@PathParam('id') id: string) {
    return id;
  }
}
export default serving(PersonResource);
