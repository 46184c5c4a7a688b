import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../application/command-syntax.js';
import { publishedApi } from '../application/published-api.js';
import { breakingChanges } from '../openapi/api-diff.js';
import { openApiText } from '../openapi/openapi-text.js';
import { ContractBrokenError, ContractFileError, readContract, writeContract } from './contract-file.js';
import type { PlacedChange } from './contract-file.js';
import { changesSince } from './contract-guard.js';
import { describeApplication } from './described-application.js';

/** `api diff OLD [NEW]`: tells which changes of the API break clients. */
export class ApiCommand extends Command {
  constructor() {
    super('api', 'Compares documents of the API: api diff OLD [NEW] fails if clients break');
  }

  override configure(syntax: CommandSyntax): void {
    syntax
      .argument('<words...>', 'diff OLD [NEW]: the document that clients rely on, and the new one; the code itself if left out')
      .option('--config <file>', 'The configuration of the application, for a comparison with the code')
      .option('--update', 'Accepts the changes: writes the document of the code to OLD')
      .help('For example: api diff api.lock.json');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    const [verb, before, after, ...excess] = args.texts('words');
    if (verb !== 'diff' || before === undefined || excess.length > 0)
      throw new ContractFileError(`api takes "diff OLD [NEW]", as in "api diff api.lock.json", not "${args.texts('words').join(' ')}"`);
    if (args.flag('update')) return accept(bootstrap, args, before);
    report(bootstrap, before, await changesBetween(bootstrap, args, before, after));
  }
}

async function changesBetween(
  bootstrap: Bootstrap,
  args: CommandArguments,
  before: string,
  after: string | undefined,
): Promise<readonly PlacedChange[]> {
  const old = await readContract(before);
  if (after !== undefined) return breakingChanges(old, await readContract(after)).map((change) => ({ ...change, source: undefined }));
  let changes: readonly PlacedChange[] = [];
  await describeApplication(bootstrap, args.text('config'), (application) => {
    changes = changesSince(old, application);
  });
  return changes;
}

function report({ output }: Bootstrap, before: string, changes: readonly PlacedChange[]): void {
  if (changes.length > 0) throw new ContractBrokenError(before, changes);
  output.print(`Nothing breaks clients that rely on ${before}.`);
}

async function accept(bootstrap: Bootstrap, args: CommandArguments, file: string): Promise<void> {
  await describeApplication(bootstrap, args.text('config'), async ({ environment, configuration }) => {
    const format = /\.ya?ml$/.test(file) ? 'yaml' : 'json';
    await writeContract(file, openApiText(publishedApi(environment, configuration).document, format));
  });
  bootstrap.output.print(`${file} is the document of the code now.`);
}
