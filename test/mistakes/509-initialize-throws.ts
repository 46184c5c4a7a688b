// noticed: start
// says: in ShopApplication.initialize
// says: no plugins
import { Application, run } from 'keelson';

class ShopApplication extends Application {
  override initialize(): void {
    throw new Error('no plugins');
  }
  override run(): void {}
}
export default new ShopApplication();
