// noticed: start
// says: Person.name: @UnwrapValidatedValue
// says: remove it
import { NotEmpty, POST, Path, UnwrapValidatedValue, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @UnwrapValidatedValue @NotEmpty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
