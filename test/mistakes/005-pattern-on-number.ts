// noticed: compile
// says: @Pattern stands on text, not on
import { Pattern } from 'keelson';

class Person {
  @Pattern(/\d+/) age!: number;
}
export default Person;
