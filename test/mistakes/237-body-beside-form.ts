// noticed: start
// says: PersonResource.add
// says: form
import { Consumes, FormParam, JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PersonResource {
  @POST @Consumes('application/x-www-form-urlencoded') add(@FormParam('n') n: string, person: Person) {
    return [n, person];
  }
}
export default serving(PersonResource);
