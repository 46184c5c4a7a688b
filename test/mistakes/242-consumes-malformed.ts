// noticed: start
// says: PersonResource.add
// says: @Consumes
import { Consumes, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @POST @Consumes('json') add(name: string) {
    return name;
  }
}
export default serving(PersonResource);
