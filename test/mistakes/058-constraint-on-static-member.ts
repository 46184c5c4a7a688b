// noticed: start
// says: Person: @Max on the static member limit
// says: make it a member of the instance
import { Max, NotEmpty, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @NotEmpty name!: string;
  @Max(3) static limit: number = 3;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
