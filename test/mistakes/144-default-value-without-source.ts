// noticed: start
// says: PeopleResource.add, parameter 1
// says: @DefaultValue
import { DefaultValue, JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@DefaultValue('x') person: Person) {
    return person;
  }
}
export default serving(PeopleResource);
