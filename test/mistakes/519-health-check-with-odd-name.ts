// noticed: start
// says: cannot be the name of a health check
import { HealthCheck, HealthResult } from 'keelson';

import { running } from './serving.js';

class Up extends HealthCheck {
  check(): HealthResult {
    return HealthResult.healthy();
  }
}
export default running((environment) => {
  environment.healthChecks.register('a\nb: OK', new Up());
});
