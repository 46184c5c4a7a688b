// noticed: start
// says: config.yml
// | hello
import { serving } from './serving.js';

export default serving();
