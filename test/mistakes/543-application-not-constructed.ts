// noticed: compile
// says: error
import { Application, run } from 'keelson';

class ShopApplication extends Application {
  override run(): void {}
}
void run(ShopApplication);
export default new ShopApplication();
