// noticed: start
// says: nowhere.yml
// says: not found
// runs: check nowhere.yml
import { serving } from './serving.js';

export default serving();
