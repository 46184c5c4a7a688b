// noticed: start
// says: "nam"
// says: name
// runs: greet --name Ada
import { Application, Bootstrap, Command, CommandArguments, run } from 'keelson';
import type { CommandSyntax } from 'keelson';

class GreetCommand extends Command {
  constructor() {
    super('greet', 'Greets');
  }
  override configure(syntax: CommandSyntax): void {
    syntax.option('--name <name>', 'whom');
  }
  override run(bootstrap: Bootstrap, args: CommandArguments): void {
    bootstrap.output.print(`Hello ${args.text('nam')}`);
  }
}
class ShopApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new GreetCommand());
  }
  override run(): void {}
}
export default new ShopApplication();
