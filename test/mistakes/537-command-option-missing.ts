// noticed: start
// says: --name
// runs: greet
import { Application, Bootstrap, Command, run } from 'keelson';
import type { CommandSyntax } from 'keelson';

class GreetCommand extends Command {
  constructor() {
    super('greet', 'Greets');
  }
  override configure(syntax: CommandSyntax): void {
    syntax.option('--name <name>', 'whom', { required: true });
  }
  override run(): void {}
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new GreetCommand());
  }
  override run(): void {}
}
export default new ShopApplication();
