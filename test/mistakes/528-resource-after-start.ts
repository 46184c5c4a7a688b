// noticed: start
// says: PeopleResource
// says: already started
import { GET, Path } from 'keelson';

import { running } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all() {
    return '';
  }
}
export default running((environment) => {
  environment.whenStarted(() => {
    environment.resources.register(PeopleResource);
  });
});
