// noticed: warn
// says: PeopleResource.add, parameter 1
// says: Person has constraints
import { JsonProperty, POST, Path, ValidationMethod } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
  @ValidationMethod({ message: 'wrong' }) isWell(): boolean {
    return this.name !== 'x';
  }
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
