// noticed: start
// says: FileResource
// says: /files/*
// says: {rest: .*}
import { Context, GET, Path, RequestContext } from 'keelson';

import { serving } from './serving.js';

const path: string = '/files/*';
@Path(path)
class FileResource {
  @GET fetch(@Context request: RequestContext) {
    return request.path;
  }
}
export default serving(FileResource);
