// noticed: warn
// says: ShopConfiguration.queue
// says: QueueSection has constraints
// says: @Valid
// | queue:
// |   host: ''
import { Application, Configuration, JsonProperty, NotEmpty, run } from 'keelson';

class QueueSection {
  @JsonProperty @NotEmpty host: string = '';
}
class ShopConfiguration extends Configuration {
  @JsonProperty queue: QueueSection = new QueueSection();
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
