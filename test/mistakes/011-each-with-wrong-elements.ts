// noticed: compile
// says: the constraints of @Each cannot stand on elements of type
import { Each, Length } from 'keelson';

class Person {
  @Each(Length({ max: 3 })) numbers!: number[];
}
export default Person;
