// noticed: compile
// says: @JsonProperty(recordOf(String))
import { JsonProperty } from 'keelson';

class Person {
  @JsonProperty tags!: Record<string, number>;
}
export default Person;
