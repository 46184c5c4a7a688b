// noticed: compile
// says: write {rest: .*} for any path
import { Context, GET, Path, RequestContext } from 'keelson';

import { serving } from './serving.js';

@Path('/files/*')
class FileResource {
  @GET fetch(@Context request: RequestContext) {
    return request.path;
  }
}
export default serving(FileResource);
