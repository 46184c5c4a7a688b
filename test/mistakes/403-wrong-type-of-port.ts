// noticed: start
// says: server.applicationConnectors[0].port
// says: many
// | server:
// |   applicationConnectors:
// |     - type: http
// |       port: many
import { serving } from './serving.js';

export default serving();
