// noticed: compile
// says: error
import { JsonProperty, Secret } from 'keelson';

@Secret
class Person {
  @JsonProperty name!: string;
}
export default Person;
