// noticed: start
// says: server.shutdownGracePeriod
// says: 30 secnds
// | server:
// |   shutdownGracePeriod: 30 secnds
import { serving } from './serving.js';

export default serving();
