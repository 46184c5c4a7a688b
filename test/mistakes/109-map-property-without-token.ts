// noticed: compile
// says: @JsonProperty(mapOf(String))
import { JsonProperty } from 'keelson';

class Person {
  @JsonProperty tags!: Map<string, number>;
}
export default Person;
