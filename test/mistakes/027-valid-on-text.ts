// noticed: compile
// says: @Valid looks into objects and collections, not into
import { JsonProperty, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @Valid @JsonProperty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
