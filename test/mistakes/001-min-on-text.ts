// noticed: compile
// says: @Min stands on numbers, not on
import { JsonMapper, Min } from 'keelson';

class Person {
  @Min(3) name!: string;
}
export default new JsonMapper().read(Person, '{}');
