// noticed: start
// says: undefined
// says: register
import { running } from './serving.js';

export default running((environment) => environment.resources.register(undefined as unknown as object));
