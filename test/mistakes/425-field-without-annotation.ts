// noticed: start
// says: Unrecognized field at: shop
// says: ShopConfiguration.shop is not marked @JsonProperty
// | shop: corner
import { Application, Configuration, JsonProperty, run } from 'keelson';

class ShopConfiguration extends Configuration {
  shop: string = 'x';
  @JsonProperty other: string = '';
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
