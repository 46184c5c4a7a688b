// noticed: compile
// says: @Length stands on text, not on
import { Length } from 'keelson';

class Person {
  @Length({ max: 3 }) age!: number;
}
export default Person;
