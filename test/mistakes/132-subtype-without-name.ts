// noticed: start
// says: Circle cannot be registered: it has no name of its own
// says: @JsonTypeName
import { JsonPolymorphic, JsonProperty, Subtypes } from 'keelson';

@JsonPolymorphic()
abstract class Shape {
  @JsonProperty name!: string;
}
class Circle extends Shape {
  @JsonProperty radius!: number;
}
export default new Subtypes().register(Circle);
