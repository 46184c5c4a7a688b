// noticed: start
// says: ShopConfiguration
import { Application, Configuration, JsonProperty, run } from 'keelson';

class ShopConfiguration extends Configuration {
  @JsonProperty name: string;
  constructor(name: string = 'x') {
    super();
    if (name === 'x') throw new Error('no name');
    this.name = name;
  }
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
