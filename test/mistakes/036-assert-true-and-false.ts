// noticed: start
// says: Person.active: @AssertTrue and @AssertFalse
import { POST, Path, Valid } from 'keelson';
import { AssertFalse, AssertTrue } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @AssertTrue @AssertFalse active!: boolean;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
