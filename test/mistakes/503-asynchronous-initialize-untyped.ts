// noticed: start
// says: ShopApplication.initialize
// says: await
import { Application, run } from 'keelson';

class ShopApplication extends Application {
  override initialize(): undefined {
    return Promise.resolve() as unknown as undefined;
  }
  override run(): void {}
}
export default new ShopApplication();
