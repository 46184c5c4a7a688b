// noticed: start
// says: PersonResource.fetch: @PathParam('name') has no variable {name} in its path /people/{id}
// says: {id}
import { GET, Path, PathParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people/{id}')
class PersonResource {
  @GET fetch(@PathParam('id') id: string, @PathParam('name') name: string) {
    return [id, name];
  }
}
export default serving(PersonResource);
