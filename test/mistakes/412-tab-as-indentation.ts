// noticed: start
// says: config.yml:2
// | server:
// | 	rootPath: /api
import { serving } from './serving.js';

export default serving();
