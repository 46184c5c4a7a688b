// noticed: compile
// says: @JsonProperty(optional(Int))
import { JsonProperty, Optional } from 'keelson';

class Shirt {
  @JsonProperty size!: Optional<number>;
}
export default Shirt;
