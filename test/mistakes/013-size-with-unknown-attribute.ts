// noticed: compile
// says: maximum
import { Size } from 'keelson';

class Person {
  @Size({ maximum: 3 }) name!: string;
}
export default Person;
