// noticed: start
// says: Person.words
// says: takes exponential time
import { Each, JsonProperty, POST, Path, Pattern, Valid, listOf } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty(listOf(String)) @Each(Pattern(/(x*)*y/)) words!: string[];
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
