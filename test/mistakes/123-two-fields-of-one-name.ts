// noticed: start
// says: Person.mail
// says: Person.email
// says: "email"
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty email!: string;
  @JsonProperty('email') mail!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
