// noticed: start
// says: PersonResource.all
// says: UTF-8
import { GET, Path, Produces } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Produces('text/plain;charset=latin1') all() {
    return '';
  }
}
export default serving(PersonResource);
