// noticed: compile
// says: error
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

class CacheBundle implements Bundle {
  async initialize(): Promise<void> {
    await Promise.resolve();
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
