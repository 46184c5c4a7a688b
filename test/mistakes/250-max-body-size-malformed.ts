// noticed: start
// says: @MaxBodySize("10 MBs")
// says: PersonResource.add
import { MaxBodySize, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @POST @MaxBodySize('10 MBs') add(name: string) {
    return name;
  }
}
export default serving(PersonResource);
