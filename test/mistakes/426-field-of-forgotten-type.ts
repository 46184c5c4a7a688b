// noticed: start
// says: ShopConfiguration.queue
// says: interface
import { Application, Configuration, JsonProperty, run } from 'keelson';

interface Queue {
  host: string;
}
class ShopConfiguration extends Configuration {
  @JsonProperty queue: Queue = { host: '' };
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
