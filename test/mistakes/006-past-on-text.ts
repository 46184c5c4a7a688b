// noticed: compile
// says: @Past stands on dates, not on
import { Past } from 'keelson/validation';

class Person {
  @Past born!: string;
}
export default Person;
