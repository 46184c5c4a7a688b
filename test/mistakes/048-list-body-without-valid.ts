// noticed: warn
// says: PeopleResource.add, parameter 1
// says: Person inside People has constraints
// says: @Valid
import { JsonProperty, NotEmpty, POST, Path, listOf } from 'keelson';

import { serving } from './serving.js';

class Person {
  @NotEmpty name!: string;
}
class People {
  @JsonProperty(listOf(Person)) all!: Person[];
}
@Path('/people')
class PeopleResource {
  @POST add(people: People) {
    return people;
  }
}
export default serving(PeopleResource);
