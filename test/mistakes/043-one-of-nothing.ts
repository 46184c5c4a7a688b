// noticed: start
// says: Person.colour: @OneOf
import { OneOf, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @OneOf([]) colour!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
