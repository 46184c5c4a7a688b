// noticed: start
// says: sevrer
// says: server
// runs: sevrer
import { serving } from './serving.js';

export default serving();
