// noticed: compile
// says: error
import { Application } from 'keelson';

class ShopApplication extends Application {}
export default new ShopApplication();
