// noticed: start
// says: PeopleResource.add, parameter 1
// says: declare a class
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(person: Person | undefined) {
    return person;
  }
}
export default serving(PeopleResource);
