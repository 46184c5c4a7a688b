// noticed: start
// says: Person.words: @Pattern
// says: (\w+\s?)*
// says: takes exponential time
import { POST, Path, Pattern, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Pattern(/^(\w+\s?)*$/) words!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
