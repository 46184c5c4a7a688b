// noticed: compile
// says: @MinDuration stands on durations, not on
import { MinDuration } from 'keelson/validation';

class Retry {
  @MinDuration('1 second') pause!: number;
}
export default Retry;
