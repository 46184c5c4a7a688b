// noticed: start
// says: nowhere.p12
// ports: configured
// | server:
// |   applicationConnectors:
// |     - type: https
// |       port: 0
// |       keyStorePath: nowhere.p12
// |       keyStorePassword: x
// |   adminConnectors:
// |     - type: http
// |       port: 0
import { serving } from './serving.js';

export default serving();
