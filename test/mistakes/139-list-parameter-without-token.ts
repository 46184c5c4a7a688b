// noticed: compile
// says: name the type
import { GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('tag') tags: string[]) {
    return tags;
  }
}
export default serving(PeopleResource);
