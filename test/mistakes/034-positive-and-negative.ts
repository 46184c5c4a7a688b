// noticed: start
// says: Person.debt: @Positive and @Negative
import { POST, Path, Valid } from 'keelson';
import { Negative, Positive } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @Positive @Negative debt!: number;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
