// noticed: start
// says: CacheBundle
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

class CacheBundle implements Bundle {
  run(): void {}
}
const bundle = new CacheBundle();
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(bundle);
    bootstrap.addBundle(bundle);
  }
  override run(): void {}
}
export default new ShopApplication();
