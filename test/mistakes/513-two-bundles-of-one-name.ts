// noticed: start
// says: "cache"
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

class CacheBundle implements Bundle {
  readonly name = 'cache';
  run(): void {}
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
