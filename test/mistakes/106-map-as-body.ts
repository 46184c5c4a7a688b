// noticed: start
// says: PeopleResource.add, parameter 1
// says: mapOf
import { POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @POST add(people: Map<string, number>) {
    return people.size;
  }
}
export default serving(PeopleResource);
