// noticed: start
// says: PeopleResource.all, parameter 1
// says: @Context knows RequestContext
import { Context, GET, Path } from 'keelson';

import { serving } from './serving.js';

class Session {}
@Path('/people')
class PeopleResource {
  @GET all(@Context session: Session) {
    return session;
  }
}
export default serving(PeopleResource);
