// noticed: start
// says: in ShopApplication.run
// says: nothing works
import { Application, run } from 'keelson';

class ShopApplication extends Application {
  override async run(): Promise<void> {
    await Promise.reject('nothing works');
  }
}
export default new ShopApplication();
