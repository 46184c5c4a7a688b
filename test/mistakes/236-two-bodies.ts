// noticed: start
// says: PersonResource.add
// says: body
import { JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PersonResource {
  @POST add(one: Person, two: Person) {
    return [one, two];
  }
}
export default serving(PersonResource);
