// noticed: start
// says: AccountResource.all
// says: @Authenticated
import { GET, POST, Path, nameBinding } from 'keelson';
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

const Authenticated = nameBinding('Authenticated');
const Audited = nameBinding('Audited');
@Audited
class AuditFilter implements RequestFilter {
  filterRequest(): void {}
}
@Path('/accounts')
class AccountResource {
  @GET @Authenticated all() {
    return ['secret'];
  }
  @POST @Audited add() {
    return '';
  }
}
export default running((environment) => {
  environment.resources.register(AccountResource).addFilter(AuditFilter);
});
