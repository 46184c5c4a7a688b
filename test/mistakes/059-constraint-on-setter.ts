// noticed: start
// says: Person.name
// says: can only be written
import { JsonProperty, NotEmpty, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty other!: string;
  @NotEmpty set name(value: string) {
    this.other = value;
  }
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
