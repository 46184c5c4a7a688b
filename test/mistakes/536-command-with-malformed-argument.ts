// noticed: start
// says: GreetCommand
// runs: greet Ada
import { Application, Bootstrap, Command, run } from 'keelson';
import type { CommandSyntax } from 'keelson';

class GreetCommand extends Command {
  constructor() {
    super('greet', 'Greets');
  }
  override configure(syntax: CommandSyntax): void {
    syntax.argument('<name...>', 'whom').argument('<other>', 'who else');
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
