// noticed: start
// says: Person.code: @Pattern
// says: regular expression
import { POST, Path, Pattern, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Pattern('[a-') code!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
