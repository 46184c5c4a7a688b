// noticed: start
// says: server.applicationConnectors[0]
// says: server.adminConnectors[0]
// says: both have port 18099
// ports: configured
// | server:
// |   applicationConnectors:
// |     - type: http
// |       port: 18099
// |   adminConnectors:
// |     - type: http
// |       port: 18099
import { serving } from './serving.js';

export default serving();
