// noticed: start
// says: PeopleResource.pets
// says: body
import { GET, JsonProperty, Path } from 'keelson';

import { serving } from './serving.js';

class PetResource {
  @GET all() {
    return '';
  }
}
class Pet {
  @JsonProperty name!: string;
}
@Path('/people')
class PeopleResource {
  @Path('/pets') pets(pet: Pet): PetResource {
    void pet;
    return new PetResource();
  }
}
export default serving(PeopleResource);
