// noticed: start
// says: -Dsvc.logging.level
// runs: check -Dsvc.logging.level
import { serving } from './serving.js';

export default serving();
