// noticed: start
// says: AuditFilter
// says: already started
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

class AuditFilter implements RequestFilter {
  filterRequest(): void {}
}
export default running((environment) => {
  environment.whenStarted(() => {
    environment.resources.addFilter(AuditFilter);
  });
});
