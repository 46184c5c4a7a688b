// noticed: warn
// says: Person.newsletter
// says: @JsonProperty
// says: @JsonIgnore
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
  newsletter: boolean = false;
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
