// noticed: start
// says: Person.name: @Length: min 20 is greater than max 3; swap them
import { Length, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Length({ min: 20, max: 3 }) name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
