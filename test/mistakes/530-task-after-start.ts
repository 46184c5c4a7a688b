// noticed: start
// says: "clear"
// says: already started
import { running } from './serving.js';

export default running((environment) => {
  environment.whenStarted(() => {
    environment.admin.addTask('clear', () => undefined);
  });
});
