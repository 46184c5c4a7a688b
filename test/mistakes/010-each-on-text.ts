// noticed: compile
// says: @Each stands on collections, not on
import { Each, NotEmpty } from 'keelson';

class Person {
  @Each(NotEmpty) name!: string;
}
export default Person;
