// noticed: start
// says: Person.name: @Length
// says: {maximum}
// says: {min}, {max}
import { Length, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Length({ max: 5, message: 'at most {maximum} letters' }) name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
