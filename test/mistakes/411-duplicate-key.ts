// noticed: start
// says: server
// says: config.yml:3
// | server:
// |   rootPath: /api
// | server:
// |   rootPath: /other
import { serving } from './serving.js';

export default serving();
