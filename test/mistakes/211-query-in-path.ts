// noticed: start
// says: PersonResource
// says: "?"
// says: @QueryParam
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people?limit=3')
class PersonResource {
  @GET all() {
    return [];
  }
}
export default serving(PersonResource);
