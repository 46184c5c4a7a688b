// noticed: start
// says: Person.address
// says: interface
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

interface Address {
  city: string;
}
class Person {
  @JsonProperty name!: string;
  @JsonProperty address!: Address;
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
