// noticed: compile
// says: error
import { Application, Bootstrap, run } from 'keelson';

class ShopApplication extends Application {
  override async initialize(bootstrap: Bootstrap): Promise<void> {
    await Promise.resolve();
    void bootstrap;
  }
  override run(): void {}
}
export default new ShopApplication();
