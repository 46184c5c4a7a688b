// noticed: start
// says: "late"
// says: already started
import { HealthCheck, HealthResult } from 'keelson';

import { running } from './serving.js';

class Up extends HealthCheck {
  check(): HealthResult {
    return HealthResult.healthy();
  }
}
export default running((environment) => {
  environment.whenStarted(() => {
    environment.healthChecks.register('late', new Up());
  });
});
