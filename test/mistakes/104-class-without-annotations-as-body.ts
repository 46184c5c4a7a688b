// noticed: start
// says: Person
// says: none of its fields is annotated
// says: @JsonProperty
import { POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  name = '';
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
