// noticed: warn
// says: Address.country
// says: @JsonProperty
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Address {
  @JsonProperty city!: string;
  country: string = 'de';
}
class Person {
  @JsonProperty address!: Address;
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
