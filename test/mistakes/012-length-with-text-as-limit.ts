// noticed: compile
// says: Type 'string' is not assignable to type 'number'
import { Length } from 'keelson';

class Person {
  @Length({ max: '3' }) name!: string;
}
export default Person;
