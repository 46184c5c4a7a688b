// noticed: start
// says: Person.tags: @Size
// says: -1
import { JsonProperty, POST, Path, Size, Valid, listOf } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty(listOf(String)) @Size({ min: -1 }) tags!: string[];
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
