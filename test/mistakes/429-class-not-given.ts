// noticed: compile
// says: error
import { Application, Configuration, JsonProperty, run } from 'keelson';

class ShopConfiguration extends Configuration {
  @JsonProperty name: string = '';
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super();
  }
  override run(): void {}
}
export default new ShopApplication();
