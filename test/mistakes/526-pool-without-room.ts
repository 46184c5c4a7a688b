// noticed: start
// says: mails
import { running } from './serving.js';

export default running((environment) => {
  environment.lifecycle.jobPool('mails', { concurrency: 0 });
});
