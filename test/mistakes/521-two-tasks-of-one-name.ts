// noticed: start
// says: "clear"
import { running } from './serving.js';

export default running((environment) => {
  environment.admin.addTask('clear', () => undefined);
  environment.admin.addTask('clear', () => undefined);
});
