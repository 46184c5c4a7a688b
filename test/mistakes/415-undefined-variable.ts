// noticed: start
// says: SHOP_NAM
// | server:
// |   rootPath: ${SHOP_NAM}
import { serving } from './serving.js';

export default serving();
