// noticed: start
// says: PeopleResource.all, parameter 1
// says: @DefaultValue
// says: many
import { DefaultValue, GET, Int, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('n', Int) @DefaultValue('many') n: number) {
    return n;
  }
}
export default serving(PeopleResource);
