// noticed: compile
// says: write {id}, not :id
import { Context, GET, Path, RequestContext } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  @GET @Path('/:id') fetch(@Context request: RequestContext) {
    return request.path;
  }
}
export default serving(PersonResource);
