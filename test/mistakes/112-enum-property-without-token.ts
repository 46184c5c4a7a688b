// noticed: compile
// says: @JsonProperty(enumOf(Choice))
import { JsonProperty } from 'keelson';

enum Colour {
  red = 'red',
  blue = 'blue',
}
class Shirt {
  @JsonProperty colour!: Colour;
}
export default Shirt;
