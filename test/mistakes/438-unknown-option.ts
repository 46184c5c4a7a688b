// noticed: start
// says: --verbos
// runs: check --verbos
import { serving } from './serving.js';

export default serving();
