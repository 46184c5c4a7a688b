// noticed: start
// says: GREET
// ports: configured
// | server:
// |   applicationConnectors: [{ type: http, port: 0 }]
// |   adminConnectors: [{ type: http, port: 0 }]
// |   allowedMethods: [GET, GREET]
import { serving } from './serving.js';

export default serving();
