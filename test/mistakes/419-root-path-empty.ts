// noticed: start
// says: server.rootPath
// says: may not be empty
// | server:
// |   rootPath: ''
import { serving } from './serving.js';

export default serving();
