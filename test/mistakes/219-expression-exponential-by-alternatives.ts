// noticed: start
// says: PersonResource.fetch
// says: takes exponential time
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Path('{id: (\\w|\\d)+}') fetch(@PathParam('id') id: string) {
    return id;
  }
}
export default serving(PersonResource);
