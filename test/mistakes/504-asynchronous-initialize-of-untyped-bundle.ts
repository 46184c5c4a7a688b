// noticed: start
// says: CacheBundle.initialize
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

class CacheBundle implements Bundle {
  initialize(): undefined {
    return Promise.resolve() as unknown as undefined;
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
