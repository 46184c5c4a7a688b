// noticed: start
// says: PersonResource.add
// says: application/xml
import { Consumes, JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PersonResource {
  @POST @Consumes('application/xml') add(person: Person) {
    return person;
  }
}
export default serving(PersonResource);
