// noticed: compile
// says: @JsonProperty(Json)
import { JsonProperty } from 'keelson';

class Shirt {
  @JsonProperty size!: number | string[];
}
export default Shirt;
