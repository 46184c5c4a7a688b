// noticed: start
// says: Person.born: @Past and @Future
import { POST, Path, Valid } from 'keelson';
import { Future, Past } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @Past @Future born!: Date;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
