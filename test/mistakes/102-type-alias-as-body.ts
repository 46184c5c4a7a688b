// noticed: start
// says: PeopleResource.add, parameter 1
// says: declare a class
import { POST, Path } from 'keelson';

import { serving } from './serving.js';

type Person = { name: string };
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
