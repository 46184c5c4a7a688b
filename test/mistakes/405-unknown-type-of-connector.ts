// noticed: start
// says: server.applicationConnectors[0].type
// says: htpp
// says: http
// | server:
// |   applicationConnectors:
// |     - type: htpp
import { serving } from './serving.js';

export default serving();
