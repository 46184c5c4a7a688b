// noticed: start
// says: in ShopApplication.run
// says: queue is not set
// says: @NotNull
import { Application, Configuration, JsonProperty, NotEmpty, Valid, getLogger, run } from 'keelson';

class QueueSection {
  @JsonProperty @NotEmpty host: string = '';
}
class ShopConfiguration extends Configuration {
  @Valid @JsonProperty queue!: QueueSection;
}
class ShopApplication extends Application<ShopConfiguration> {
  constructor() {
    super(ShopConfiguration);
  }
  override run({ queue }: ShopConfiguration): void {
    getLogger('shop').info(queue.host);
  }
}
export default new ShopApplication();
