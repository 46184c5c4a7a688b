// noticed: compile
// says: this member cannot hold
import { Int, JsonProperty, listOf } from 'keelson';

class Shirt {
  @JsonProperty(listOf(Int)) names!: string[];
}
export default Shirt;
