// noticed: start
// says: PeopleResource.lookup
// says: @Timed
import { GET, Path, Timed } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all() {
    return this.lookup();
  }
  @Timed lookup() {
    return '';
  }
}
export default serving(PeopleResource);
