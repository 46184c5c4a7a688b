// noticed: compile
// says: @Size stands on text and collections, not on
import { Size } from 'keelson';

class Person {
  @Size({ max: 3 }) active!: boolean;
}
export default Person;
