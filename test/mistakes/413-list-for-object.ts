// noticed: start
// says: server
// | server:
// |   - rootPath: /api
import { serving } from './serving.js';

export default serving();
