// noticed: start
// says: /docs
import { running } from './serving.js';

export default running((environment) => {
  environment.whenStarted(() => {
    environment.application.mount('/docs', (exchange) => exchange.reply.end());
  });
});
