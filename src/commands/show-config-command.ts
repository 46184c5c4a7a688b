import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import { configurationYaml } from '../configuration/configuration-yaml.js';
import { loadFor } from './configured-command.js';

/** `show-config`: prints the configuration as the application would get it, with the origin of each value. */
export class ShowConfigCommand extends Command {
  override readonly needsConfiguration = true;

  constructor() {
    super('show-config', 'Prints the effective configuration with the origin of each value');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    bootstrap.output.print(configurationYaml(await loadFor(bootstrap, args)));
  }
}
