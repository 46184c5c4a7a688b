// noticed: compile
// says: error
import { HealthCheck } from 'keelson';

import { running } from './serving.js';

class Up extends HealthCheck {}
export default running((environment) => environment.healthChecks.register('up', new Up()));
