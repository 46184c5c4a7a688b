import { Command } from '../application/bootstrap.js';
import type { Bootstrap } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import { loadFor } from './configured-command.js';

/** `check`: reads and validates the configuration; starts nothing and opens no log. */
export class CheckCommand extends Command {
  override readonly needsConfiguration = true;

  constructor() {
    super('check', 'Parses and validates the configuration file');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    await loadFor(bootstrap, args);
    bootstrap.output.print('Configuration is OK');
  }
}
