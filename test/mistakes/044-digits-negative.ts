// noticed: start
// says: Person.price: @Digits
import { POST, Path, Valid } from 'keelson';
import { Digits } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @Digits({ integer: -1, fraction: 2 }) price!: number;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
