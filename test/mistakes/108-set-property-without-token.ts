// noticed: compile
// says: @JsonProperty(setOf(String))
import { JsonProperty } from 'keelson';

class Person {
  @JsonProperty tags!: Set<string>;
}
export default Person;
