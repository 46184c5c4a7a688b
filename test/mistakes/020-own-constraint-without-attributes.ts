// noticed: compile
// says: of
import { constraint } from 'keelson';

const MultipleOf = constraint<number, { of: number }>({
  name: 'MultipleOf',
  message: 'must be a multiple of {of}',
  test: (value, { of }) => value % of === 0,
});
class Pair {
  @MultipleOf({}) count!: number;
}
export default Pair;
