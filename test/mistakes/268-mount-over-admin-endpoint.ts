// noticed: start
// says: /metrics
import { running } from './serving.js';

export default running((environment) => environment.admin.mount('/metrics', (exchange) => exchange.reply.end()));
