// noticed: compile
// says: error
import { JsonProperty, JsonSnakeCase } from 'keelson';

class Person {
  @JsonSnakeCase @JsonProperty firstName!: string;
}
export default Person;
