// noticed: start
// says: PeopleResource.pets
// says: PetResource
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

class PetResource {
  name(): string {
    return '';
  }
}
@Path('/people')
class PeopleResource {
  @Path('/pets') pets(): PetResource {
    return new PetResource();
  }
  @GET all() {
    return '';
  }
}
export default serving(PeopleResource);
