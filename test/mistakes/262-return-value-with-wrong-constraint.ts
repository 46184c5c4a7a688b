// noticed: compile
// says: @Min stands on numbers, not on
import { GET, Min, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET @Min(1) all(): string {
    return '';
  }
}
export default serving(PeopleResource);
