// noticed: start
// says: PersonResource
// says: {id
// says: (\d+)+
// says: takes exponential time
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{id: (\\d+)+}')
class PersonResource {
  @GET fetch(@PathParam('id') id: string) {
    return id;
  }
}
export default serving(PersonResource);
