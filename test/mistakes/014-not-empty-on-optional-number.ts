// noticed: compile
// says: stands on
import { NotEmpty, Optional } from 'keelson';

class Person {
  @NotEmpty age!: Optional<number>;
}
export default Person;
