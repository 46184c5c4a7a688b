// noticed: start
// says: "circle"
import { JsonPolymorphic, JsonProperty, JsonTypeName, Subtypes } from 'keelson';

@JsonPolymorphic()
abstract class Shape {
  @JsonProperty name!: string;
}
@JsonTypeName('circle')
class Circle extends Shape {
  @JsonProperty radius!: number;
}
@JsonTypeName('circle')
class Disc extends Shape {
  @JsonProperty radius!: number;
}
export default new Subtypes().register(Circle, Disc);
