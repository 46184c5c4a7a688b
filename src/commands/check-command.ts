import type { Bootstrap } from '../application/bootstrap.js';
import { ConfiguredCommand } from './configured-command.js';

/** `check`: tells whether the configuration can be used, and does not start the application. */
export class CheckCommand extends ConfiguredCommand {
  constructor() {
    super('check', 'Parses and validates the configuration file');
  }

  protected override runConfigured(_configuration: object, { output }: Bootstrap): void {
    output.print('Configuration is OK');
  }
}
