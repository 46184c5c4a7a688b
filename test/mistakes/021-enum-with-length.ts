// noticed: compile
// says: name the values by @JsonProperty(enumOf(Choice))
import { Length } from 'keelson';

type Size = 'small' | 'large';
class Shirt {
  @Length({ max: 5 }) size!: Size;
}
export default Shirt;
