// noticed: start
// says: PersonResource.add
// says: @Consumes('application/x-www-form-urlencoded')
import { Consumes, FormParam, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @POST @Consumes('application/json') add(@FormParam('n') n: string) {
    return n;
  }
}
export default serving(PersonResource);
