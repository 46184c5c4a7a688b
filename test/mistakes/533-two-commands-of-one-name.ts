// noticed: start
// says: "greet"
// says: replaceCommand
// runs: greet
import { Application, Bootstrap, Command, run } from 'keelson';

class GreetCommand extends Command {
  constructor() {
    super('greet', 'Greets');
  }
  override run(): void {}
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new GreetCommand());
    bootstrap.addCommand(new GreetCommand());
  }
  override run(): void {}
}
export default new ShopApplication();
