// noticed: start
// says: server.applicationConnectors[0].port
// says: 65535
// | server:
// |   applicationConnectors:
// |     - type: http
// |       port: 80800
import { serving } from './serving.js';

export default serving();
