// noticed: compile
// says: @JsonProperty(mapOf(String))
import { JsonProperty } from 'keelson';

class Person {
  @JsonProperty tags!: ReadonlyMap<string, number>;
}
export default Person;
