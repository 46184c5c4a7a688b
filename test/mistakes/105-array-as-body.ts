// noticed: start
// says: PeopleResource.add, parameter 1
// says: listOf
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(people: Person[]) {
    return people;
  }
}
export default serving(PeopleResource);
