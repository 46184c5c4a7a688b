// noticed: warn
// says: ShopConfiguration.queues
// says: QueueSection has constraints
import { Application, Configuration, JsonProperty, NotEmpty, listOf, run } from 'keelson';

class QueueSection {
  @JsonProperty @NotEmpty host: string = '';
}
class ShopConfiguration extends Configuration {
  @JsonProperty(listOf(QueueSection)) queues: QueueSection[] = [];
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run(): void {}
}
export default new ShopApplication();
