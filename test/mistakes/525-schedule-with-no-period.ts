// noticed: start
// says: cleanup cannot be scheduled every
import { running } from './serving.js';

export default running((environment) => {
  environment.lifecycle.schedule('cleanup', '0 seconds', () => undefined);
});
