// noticed: start
// says: cleanup
import { running } from './serving.js';

export default running((environment) => {
  environment.lifecycle.schedule('cleanup', '1 hour', () => undefined);
  environment.lifecycle.schedule('cleanup', '1 hour', () => undefined);
});
