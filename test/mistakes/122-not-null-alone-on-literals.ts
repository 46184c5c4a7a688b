// noticed: warn
// says: Shirt.size
// says: @JsonProperty(enumOf(Choice))
import { NotNull, POST, Path, Valid } from 'keelson';

import { serving } from './serving.js';

class Shirt {
  @NotNull size!: 'S' | 'L';
}
@Path('/shirts')
class ShirtResource {
  @POST add(@Valid shirt: Shirt) {
    return shirt;
  }
}
export default serving(ShirtResource);
