// noticed: compile
// says: the configuration class lacks what this bundle demands
import { Application, Bootstrap, run } from 'keelson';
import type { Bundle } from 'keelson';

interface HasCache {
  readonly cache: string;
}
class CacheBundle implements Bundle<HasCache> {
  run({ cache }: HasCache): void {
    void cache;
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new CacheBundle());
  }
  override run(): void {}
}
export default new ShopApplication();
