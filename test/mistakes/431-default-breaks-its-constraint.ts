// noticed: start
// says: shop
// says: may not be empty
// says: default
import { Application, Configuration, JsonProperty, NotEmpty, run } from 'keelson';

class ShopConfiguration extends Configuration {
  @JsonProperty @NotEmpty shop: string = '';
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
