// noticed: start
// says: Unrecognized field at: server.rootpath
// says: rootPath
// | server:
// |   rootpath: /api
import { serving } from './serving.js';

export default serving();
