// noticed: compile
// says: this parameter cannot hold
import { Context, ContextKey, GET, Path } from 'keelson';

import { serving } from './serving.js';

const CurrentUser = new ContextKey<string>('CurrentUser');
@Path('/people')
class PeopleResource {
  @GET all(@Context(CurrentUser) user: number | undefined) {
    return user;
  }
}
export default serving(PeopleResource);
