// noticed: start
// says: Person.age: @Min(10) and @Max(1)
// says: leave no value that meets both
import { Max, Min, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Min(10) @Max(1) age!: number;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
