import { Command } from 'keelson';
import type { Bootstrap, CommandArguments, CommandSyntax } from 'keelson';

/** A command that needs no configuration. */
export class GreetCommand extends Command {
  constructor() {
    super('greet', 'Greets somebody');
  }

  override configure(syntax: CommandSyntax): void {
    syntax.option('--name <name>', 'whom to greet', { required: true });
  }

  override run({ output }: Bootstrap, args: CommandArguments): void {
    output.print(`Hello ${args.text('name')}`);
  }
}
