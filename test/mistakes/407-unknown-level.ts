// noticed: start
// says: logging.level
// says: VERBOSE
// | logging:
// |   level: VERBOSE
import { serving } from './serving.js';

export default serving();
