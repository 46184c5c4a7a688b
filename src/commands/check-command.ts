import { Command } from '../application/bootstrap.js';
import type { Bootstrap } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import { loadFor } from './configured-command.js';
import { ContractBrokenError, readContract } from './contract-file.js';
import type { PlacedChange } from './contract-file.js';
import { changesSince } from './contract-guard.js';
import { describeApplication } from './described-application.js';

/** `check`: reads and validates the configuration; starts nothing and opens no log. */
export class CheckCommand extends Command {
  override readonly needsConfiguration = true;

  constructor() {
    super('check', 'Parses and validates the configuration file');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    const { configuration } = await loadFor(bootstrap, args);
    const { contract } = configuration.openapi;
    if (contract !== undefined) await checkContract(bootstrap, args.text('file'), contract);
    bootstrap.output.print('Configuration is OK');
  }
}

/** Sets the application up, without starting it, and compares what it publishes with the document that clients rely on. */
async function checkContract(bootstrap: Bootstrap, file: string | undefined, contract: string): Promise<void> {
  const before = await readContract(contract);
  let changes: readonly PlacedChange[] = [];
  await describeApplication(bootstrap, file, (application) => {
    changes = changesSince(before, application);
  });
  if (changes.length > 0) throw new ContractBrokenError(contract, changes);
}
