// noticed: warn
// says: Shirt.colour
// says: @JsonProperty(enumOf(Choice))
import { NotNull, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

enum Colour {
  red = 'red',
  blue = 'blue',
}
class Shirt {
  @NotNull colour!: Colour;
}
@Path('/shirts')
class ShirtResource {
  @POST add(@Valid shirt: Shirt) {
    return shirt;
  }
}
export default serving(ShirtResource);
