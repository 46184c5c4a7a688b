// noticed: compile
// says: @JsonProperty(String)
import { JsonProperty } from 'keelson';

class Shirt {
  @JsonProperty name!: string | null;
}
export default Shirt;
