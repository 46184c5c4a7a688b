// noticed: start
// says: Shape
// says: circel
// says: circle
import { Application, Bootstrap, Configuration, Environment, JsonPolymorphic, JsonProperty, JsonTypeName, POST, Path, run } from 'keelson';

@JsonPolymorphic({ defaultType: 'circel' })
abstract class Shape {
  @JsonProperty name!: string;
}
@JsonTypeName('circle')
class Circle extends Shape {
  @JsonProperty radius!: number;
}
@Path('/shapes')
class ShapeResource {
  @POST add(shape: Shape) {
    return shape;
  }
}
class ShapeApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.subtypes.register(Circle);
  }
  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(new ShapeResource());
  }
}
export default new ShapeApplication();
