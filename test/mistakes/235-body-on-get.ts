// noticed: start
// says: PersonResource.all
// says: GET
import { GET, JsonProperty, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PersonResource {
  @GET all(person: Person) {
    return person;
  }
}
export default serving(PersonResource);
