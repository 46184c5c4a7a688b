// noticed: compile
// says: no constraint can stand on an Optional of a wrapper
import { GET, IntParam, Min, Optional, Path, QueryParam, optional } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n', optional(IntParam)) @Min(1) n: Optional<IntParam>) {
    return n;
  }
}
export default serving(PeopleResource);
