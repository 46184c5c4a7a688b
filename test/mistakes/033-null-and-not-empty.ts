// noticed: start
// says: Person.name: @Null and @NotEmpty
import { NotEmpty, POST, Path, Valid } from 'keelson';
import { Null } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @Null @NotEmpty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
