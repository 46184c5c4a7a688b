// noticed: compile
// says: @Email stands on text, not on
import { Email } from 'keelson';

class Person {
  @Email born!: Date;
}
export default Person;
