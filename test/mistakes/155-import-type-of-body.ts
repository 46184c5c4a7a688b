// noticed: start
// says: PeopleResource.add, parameter 1
// says: "import type"
import { POST, Path } from 'keelson';

import { serving } from './serving.js';
import type { Person } from './serving.js';
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
