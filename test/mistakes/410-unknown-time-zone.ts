// noticed: start
// says: logging.appenders[0].timeZone
// says: Berlin
// | logging:
// |   appenders:
// |     - type: console
// |       timeZone: Berlin
import { serving } from './serving.js';

export default serving();
