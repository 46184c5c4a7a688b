// noticed: start
// says: PeopleResource.all, parameter 1
// says: @UnwrapValidatedValue
import { GET, Int, Min, NotNull, Optional, Path, QueryParam, optional } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n', optional(Int)) @NotNull @Min(1) n: Optional<number>) {
    return n;
  }
}
export default serving(PeopleResource);
