import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../application/command-syntax.js';
import { configurationYaml } from '../configuration/configuration-yaml.js';
import { loadFor } from './configured-command.js';

/** `show-config`: prints the configuration as the application would get it, with the origin of each value. */
export class ShowConfigCommand extends Command {
  override readonly needsConfiguration = true;

  constructor() {
    super('show-config', 'Prints the effective configuration with the origin of each value');
  }

  override configure(syntax: CommandSyntax): void {
    syntax.option('--show-environment', 'also shows text that came from environment variables and secret files');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    const environment = args.flag('show-environment') ? 'shown' : 'masked';
    bootstrap.output.print(configurationYaml(await loadFor(bootstrap, args), { environment }));
  }
}
