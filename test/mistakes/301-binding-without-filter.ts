// noticed: start
// says: AccountResource.all
// says: @Authenticated
// says: addFilter
import { GET, Path, nameBinding } from 'keelson';

import { serving } from './serving.js';

const Authenticated = nameBinding('Authenticated');
@Path('/accounts')
class AccountResource {
  @GET @Authenticated all() {
    return ['secret'];
  }
}
export default serving(AccountResource);
