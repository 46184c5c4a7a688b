// noticed: compile
// says: error
import { Context, GET, Path, RequestContext } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  constructor(@Context readonly request: RequestContext) {}
  @GET all() {
    return '';
  }
}
export default serving(PersonResource);
