// noticed: compile
// says: stands on
import { AssertTrue } from 'keelson/validation';

class Person {
  @AssertTrue accepted!: string;
}
export default Person;
