// noticed: start
// says: PersonResource.all
// says: @Produces
// says: json
import { GET, Path, Produces } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Produces('json') all() {
    return [];
  }
}
export default serving(PersonResource);
