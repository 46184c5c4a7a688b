// noticed: compile
// says: error
import { HealthCheck } from 'keelson';

import { running } from './serving.js';

class Up extends HealthCheck {
  check(): void {}
}
export default running((environment) => environment.healthChecks.register('up', Up));
