// noticed: warn
// says: AuditFilter
// says: @Audited
import { GET, Path, nameBinding } from 'keelson';
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

const Audited = nameBinding('Audited');
@Audited
class AuditFilter implements RequestFilter {
  filterRequest(): void {}
}
@Path('/accounts')
class AccountResource {
  @GET all() {
    return [];
  }
}
export default running((environment) => {
  environment.resources.register(AccountResource).addFilter(AuditFilter);
});
