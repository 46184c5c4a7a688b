// noticed: start
// says: Unrecognized field at: serverr
// says: server
// says: config.yml:1:1
// | serverr:
// |   rootPath: /api
import { serving } from './serving.js';

export default serving();
