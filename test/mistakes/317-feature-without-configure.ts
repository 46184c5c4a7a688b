// noticed: start
// says: AuditFeature
// says: configure
import type { DynamicFeature } from 'keelson';

import { running } from './serving.js';

class AuditFeature {
  setUp(): void {}
}
export default running((environment) => environment.resources.addFeature(new AuditFeature() as unknown as DynamicFeature));
