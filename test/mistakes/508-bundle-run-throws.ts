// noticed: start
// says: in CacheBundle.run
// says: no cache
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

class CacheBundle implements Bundle {
  run(): void {
    throw new Error('no cache');
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
