// noticed: start
// says: server.maxRequestBodySize
// says: lots
// | server:
// |   maxRequestBodySize: lots
import { serving } from './serving.js';

export default serving();
