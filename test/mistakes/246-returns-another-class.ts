// noticed: compile
// says: @Returns
import { GET, JsonProperty, Path, Returns } from 'keelson';

import { serving } from './serving.js';

class Person {
  @JsonProperty name!: string;
}
class Pet {
  @JsonProperty legs!: number;
}
@Path('/people')
class PersonResource {
  @GET @Returns(Pet) first(): Person {
    return new Person();
  }
}
export default serving(PersonResource);
