// noticed: start
// says: in CacheBundle.initialize
// says: no plugins
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

class CacheBundle implements Bundle {
  initialize(): void {
    throw new Error('no plugins');
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
