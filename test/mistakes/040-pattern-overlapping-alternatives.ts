// noticed: start
// says: Person.code: @Pattern
// says: (a|a)*
// says: takes exponential time
import { POST, Path, Pattern, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Pattern('(a|a)*b') code!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
