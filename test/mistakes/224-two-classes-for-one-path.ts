// noticed: start
// says: PersonResource.fetch
// says: PetResource.fetch
// says: both answer GET
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/x/{id}')
class PersonResource {
  @GET fetch(@PathParam('id') id: string) {
    return id;
  }
}
@Path('/x/{name}')
class PetResource {
  @GET fetch(@PathParam('name') name: string) {
    return name;
  }
}
export default serving(PersonResource, PetResource);
