// noticed: compile
// says: this is a filter: add it with addFilter
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

class AuditFilter implements RequestFilter {
  filterRequest(): void {}
}
export default running((environment) => environment.resources.register(new AuditFilter()));
