// noticed: start
// says: loging
// runs: check -Dsvc.loging.level=DEBUG
import { serving } from './serving.js';

export default serving();
