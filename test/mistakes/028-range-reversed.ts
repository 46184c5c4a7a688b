// noticed: start
// says: Person.age
// says: @Range
// says: swap them
import { POST, Path, Valid } from 'keelson';
import { Range } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @Range({ min: 20, max: 3 }) age!: number;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
