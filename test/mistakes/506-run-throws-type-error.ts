// noticed: start
// says: in ShopApplication.run
import { Application, run } from 'keelson';

class ShopApplication extends Application {
  override run(): void {
    const shop = undefined as unknown as { name: string };
    void shop.name;
  }
}
export default new ShopApplication();
