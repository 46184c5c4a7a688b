// noticed: start
// says: server.applicationConnectors[7]
// runs: check -Dsvc.server.applicationConnectors[7].port=1
import { serving } from './serving.js';

export default serving();
