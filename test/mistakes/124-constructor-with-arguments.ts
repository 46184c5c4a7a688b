// noticed: start
// says: Person: its constructor takes arguments
// says: static fromJson
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name: string;
  constructor(name: string) {
    this.name = name;
  }
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
