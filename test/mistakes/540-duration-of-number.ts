// noticed: compile
// says: Argument of type 'number' is not assignable
import { Duration } from 'keelson';

export default Duration.parse(30);
