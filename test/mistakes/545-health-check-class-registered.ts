// noticed: compile
// says: error
import { HealthCheck, HealthResult } from 'keelson';

import { running } from './serving.js';

class Up extends HealthCheck {
  check(): HealthResult {
    return HealthResult.healthy();
  }
}
export default running((environment) => environment.healthChecks.register('up', Up));
