// noticed: start
// says: PeopleResource.all, parameter 1
// says: @QueryParam('name', String)
import { GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('name') name: string | undefined) {
    return name ?? '';
  }
}
export default serving(PeopleResource);
