// noticed: start
// says: Person.name: @NotEmpty
// says: ${value}
// says: ${validatedValue}
import { NotEmpty, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @NotEmpty({ message: 'not ${value}' }) name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
