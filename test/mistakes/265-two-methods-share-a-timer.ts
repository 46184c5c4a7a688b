// noticed: start
// says: PeopleResource.lookup
// says: PeopleResource.all
import { GET, Path, Timed } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET @Timed({ name: 'lookup' }) all() {
    return '';
  }
  @GET @Path('/one') @Timed({ name: 'lookup' }) one() {
    return '';
  }
}
export default serving(PeopleResource);
