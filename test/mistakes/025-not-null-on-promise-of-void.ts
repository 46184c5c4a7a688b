// noticed: compile
// says: a constraint needs a value, and there is none in
import { NotNull, POST, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @POST @NotNull async clear(): Promise<void> {}
}
export default serving(PeopleResource);
