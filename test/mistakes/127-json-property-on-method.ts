// noticed: compile
// says: @JsonProperty stands on fields and accessors, not on methods
import { JsonProperty } from 'keelson';

class Person {
  @JsonProperty name(): string {
    return '';
  }
}
export default Person;
