// noticed: start
// says: logging.appenders[0].type
// says: consol
// | logging:
// |   appenders:
// |     - type: consol
import { serving } from './serving.js';

export default serving();
