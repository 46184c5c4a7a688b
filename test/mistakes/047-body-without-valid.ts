// noticed: warn
// says: PeopleResource.add, parameter 1
// says: Person has constraints
// says: @Valid
// says: @Valid(false)
import { NotEmpty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @NotEmpty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
