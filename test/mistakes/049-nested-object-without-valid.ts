// noticed: warn
// says: Person.address
// says: Address has constraints
// says: @Valid
import { JsonProperty, NotEmpty, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Address {
  @NotEmpty city!: string;
}
class Person {
  @NotEmpty name!: string;
  @JsonProperty address!: Address;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
