// noticed: compile
// says: @JsonProperty(Json)
import { JsonProperty } from 'keelson';

class Shirt {
  @JsonProperty anything!: unknown;
}
export default Shirt;
