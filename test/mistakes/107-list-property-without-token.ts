// noticed: compile
// says: @JsonProperty(listOf(String))
import { JsonProperty } from 'keelson';

class Person {
  @JsonProperty tags!: string[];
}
export default Person;
