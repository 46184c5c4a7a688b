// noticed: start
// says: AccountResource.all
// says: @Authenticated
import { GET, Path, nameBinding } from 'keelson';

import { serving } from './serving.js';

const Authenticated = nameBinding('Authenticated');
class AccountResource {
  @GET @Authenticated all() {
    return ['secret'];
  }
}
@Path('/bank')
class BankResource {
  @Path('/accounts') accounts(): AccountResource {
    return new AccountResource();
  }
}
export default serving(BankResource);
