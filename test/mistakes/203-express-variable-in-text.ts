// noticed: start
// says: PersonResource
// says: /people/:id
// says: {id}
import { Context, GET, Path, RequestContext } from 'keelson';

import { serving } from './serving.js';

const path: string = '/people/:id';
@Path(path)
class PersonResource {
  @GET fetch(@Context request: RequestContext) {
    return request.path;
  }
}
export default serving(PersonResource);
