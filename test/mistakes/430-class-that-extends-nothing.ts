// noticed: compile
// says: error
import { Application, JsonProperty, run } from 'keelson';

class ShopConfiguration {
  @JsonProperty name: string = '';
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
