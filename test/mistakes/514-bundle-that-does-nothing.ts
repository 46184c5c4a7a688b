// noticed: compile
// says: error
import { Application, Bootstrap, run } from 'keelson';

class CacheBundle {
  readonly size = 3;
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
