// noticed: compile
// says: @Length stands on text, not on
import { GET, Length, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n') @Length({ max: 3 }) n: number) {
    return n;
  }
}
export default serving(PeopleResource);
