// noticed: start
// says: /docs
// says: give one of them another path
import { running } from './serving.js';

export default running((environment) => {
  environment.application.mount('/docs', (exchange) => exchange.reply.end());
  environment.application.mount('/docs', (exchange) => exchange.reply.end());
});
