// noticed: start
// says: Shape
// says: no class is registered
// says: subtypes.register
import { JsonPolymorphic, JsonProperty, POST, Path } from 'keelson';

import { serving } from './serving.js';

@JsonPolymorphic()
abstract class Shape {
  @JsonProperty name!: string;
}
@Path('/shapes')
class ShapeResource {
  @POST add(shape: Shape) {
    return shape;
  }
}
export default serving(ShapeResource);
