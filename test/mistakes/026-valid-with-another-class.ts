// noticed: compile
// says: this parameter cannot hold
import { JsonProperty, NotEmpty, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Person {
  @NotEmpty name!: string;
}
class Pet {
  @NotEmpty name!: string;
  @JsonProperty legs!: number;
}
@Path('/pets')
class PetResource {
  @POST add(@Valid(Person) pet: Pet) {
    return pet;
  }
}
export default serving(PetResource);
