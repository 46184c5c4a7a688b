// noticed: compile
// says: @JsonProperty(enumOf(Choice))
import { JsonProperty } from 'keelson';

class Shirt {
  @JsonProperty colour!: 'red' | 'blue';
}
export default Shirt;
