// noticed: start
// says: PersonResource.name
// says: make it a parameter of the method
import { GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @QueryParam('name') name!: string;
  @GET all() {
    return this.name;
  }
}
export default serving(PersonResource);
