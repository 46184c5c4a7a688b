// noticed: start
// says: PeopleResource
// says: register
import { GET, Path } from 'keelson';
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all() {
    return '';
  }
}
export default running((environment) => environment.resources.addFilter(new PeopleResource() as unknown as RequestFilter));
