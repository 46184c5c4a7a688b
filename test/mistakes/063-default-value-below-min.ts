// noticed: start
// says: PeopleResource.all, parameter 1
// says: @DefaultValue('0')
// says: must be greater than or equal to 1
import { DefaultValue, GET, Int, Min, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('page', Int) @DefaultValue('0') @Min(1) page: number) {
    return page;
  }
}
export default serving(PeopleResource);
