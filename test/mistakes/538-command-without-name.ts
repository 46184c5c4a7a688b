// noticed: compile
// says: error
import { Application, Bootstrap, Command, run } from 'keelson';

class GreetCommand extends Command {
  override run(): void {}
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new GreetCommand());
  }
  override run(): void {}
}
export default new ShopApplication();
