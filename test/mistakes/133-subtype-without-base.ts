// noticed: start
// says: Circle cannot be registered
// says: @JsonPolymorphic
import { JsonProperty, JsonTypeName, Subtypes } from 'keelson';

@JsonTypeName('circle')
class Circle {
  @JsonProperty radius!: number;
}
export default new Subtypes().register(Circle);
