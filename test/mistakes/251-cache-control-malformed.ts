// noticed: start
// says: PersonResource.all
// says: 6 huors
import { CacheControl, GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @CacheControl({ maxAge: '6 huors' }) all() {
    return '';
  }
}
export default serving(PersonResource);
