// noticed: start
// says: in ShopApplication.run
// says: no such table
import { Application, run } from 'keelson';

class ShopApplication extends Application {
  override run(): void {
    throw new Error('no such table');
  }
}
export default new ShopApplication();
