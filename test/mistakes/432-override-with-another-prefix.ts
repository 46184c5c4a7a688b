// noticed: start
// says: -Ddw.logging.level
// says: -Dsvc.
// runs: check -Ddw.logging.level=DEBUG
import { serving } from './serving.js';

export default serving();
