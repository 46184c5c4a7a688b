// noticed: start
// says: PersonResource.first
// says: Person
// says: @GET
import { GET, JsonProperty, Path } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
@Path('/people')
class PersonResource {
  @GET all() {
    return [];
  }
  @Path('/first') first(): Person {
    return new Person();
  }
}
export default serving(PersonResource);
