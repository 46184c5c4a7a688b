// noticed: compile
// says: this constraint cannot stand on
import { constraint } from 'keelson';

const Even = constraint<number>({ name: 'Even', message: 'must be even', test: (value) => value % 2 === 0 });
class Pair {
  @Even count!: string;
}
export default Pair;
