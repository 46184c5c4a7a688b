// noticed: start
// says: Person.tags: @NotEmpty and @Size
import { JsonProperty, NotEmpty, POST, Path, Size, Valid, listOf } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty(listOf(String)) @NotEmpty @Size({ max: 0 }) tags!: string[];
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
