// noticed: start
// says: AuditFilter
// says: filterRequest
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

class AuditFilter {
  filter(): void {}
}
export default running((environment) => environment.resources.addFilter(new AuditFilter() as unknown as RequestFilter));
