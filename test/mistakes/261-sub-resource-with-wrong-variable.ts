// noticed: start
// says: PetResource.fetch
// says: @PathParam('idd')
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

class PetResource {
  @GET @Path('{id}') fetch(@PathParam('idd') id: string) {
    return id;
  }
}
@Path('/people')
class PeopleResource {
  @Path('/pets') pets(): PetResource {
    return new PetResource();
  }
}
export default serving(PeopleResource);
