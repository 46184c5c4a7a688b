// noticed: start
// says: cleanup
// says: 6 huors
import { running } from './serving.js';

export default running((environment) => {
  environment.lifecycle.schedule('cleanup', '6 huors', () => undefined);
});
