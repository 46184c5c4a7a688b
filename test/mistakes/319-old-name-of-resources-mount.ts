// noticed: compile
// says: error
import { running } from './serving.js';

export default running((environment) => environment.resources.mount('/docs', () => undefined));
