// noticed: start
// says: @PathParam('personID')
// says: {personId}
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{personId}')
class PersonResource {
  @GET fetch(@PathParam('personID') id: string) {
    return id;
  }
}
export default serving(PersonResource);
