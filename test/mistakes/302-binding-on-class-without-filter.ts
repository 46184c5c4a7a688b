// noticed: start
// says: AccountResource
// says: @Authenticated
import { GET, Path, nameBinding } from 'keelson';

import { serving } from './serving.js';

const Authenticated = nameBinding('Authenticated');
@Path('/accounts')
@Authenticated
class AccountResource {
  @GET all() {
    return ['secret'];
  }
}
export default serving(AccountResource);
