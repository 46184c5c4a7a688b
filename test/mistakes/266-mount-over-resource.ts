// noticed: start
// says: PeopleResource.all
// says: /people
import { GET, Path } from 'keelson';

import { running } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET @Path('all') all() {
    return '';
  }
}
export default running((environment) => {
  environment.resources.register(new PeopleResource());
  environment.application.mount('/people', (exchange) => exchange.reply.end());
});
