// noticed: start
// says: nowhere
import { Application, AssetsBundle, Bootstrap, run } from 'keelson';

class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addBundle(new AssetsBundle(new URL('nowhere/', import.meta.url), '/files'));
  }
  override run(): void {}
}
export default new ShopApplication();
