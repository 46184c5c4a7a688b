// noticed: start
// says: Mailbox cannot be managed
import { running } from './serving.js';

class Mailbox {
  start(): void {}
  stop(): void {}
}
export default running((environment) => {
  environment.whenStarted(() => {
    environment.lifecycle.manage(new Mailbox());
  });
});
