// noticed: start
// says: "gc"
import { running } from './serving.js';

export default running((environment) => {
  environment.admin.addTask('gc', () => undefined);
});
