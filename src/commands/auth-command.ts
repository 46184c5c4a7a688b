import { readFileSync } from 'node:fs';

import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../application/command-syntax.js';
import { resourcePrefix } from '../application/server-sections.js';
import { accessMatrix, gainedRights } from '../security/access-matrix.js';
import type { AccessMatrix } from '../security/access-matrix.js';
import type { AuthDefault } from '../security/auth-factory.js';
import { describeApplication } from './described-application.js';
import { inColumns } from './text-columns.js';

/** `auth matrix`: tabulates who may call what, and compares it with an earlier table. */
export class AuthCommand extends Command {
  constructor() {
    super('auth', 'Shows who may call what: auth matrix');
  }

  override configure(syntax: CommandSyntax): void {
    syntax
      .argument('<what>', 'What to show', { choices: ['matrix'] })
      .argument('[file]', 'The configuration file; the defaults of its class if left out')
      .option('--against <earlier>', 'A file with an earlier table; fails where somebody has gained a right since');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    await describeApplication(bootstrap, args.text('file'), ({ environment, configuration }) => {
      const contract = environment.resources.contract(resourcePrefix(configuration.server));
      // The configuration was validated, or is the default.
      const matrix = accessMatrix(contract, configuration.auth.default as AuthDefault);
      const earlier = args.text('against');
      if (earlier === undefined) bootstrap.output.print(textOf(matrix));
      else refuseGains(earlier, matrix);
    });
  }
}

/** Somebody may do more than an earlier table of `auth matrix` says. */
export class RightsGainedError extends Error {
  override readonly name = 'RightsGainedError';
  readonly code = 'KEELSON_RIGHTS_GAINED';

  constructor(
    file: string,
    readonly gains: readonly string[],
  ) {
    super(
      `Rights were gained since ${file} was written:\n${gains.map((one) => `  * ${one}`).join('\n')}\nIf that is meant, write it anew: auth matrix > ${file}`,
    );
  }
}

function refuseGains(file: string, matrix: AccessMatrix): void {
  const gains = gainedRights(parsed(readFileSync(file, 'utf8')), matrix);
  if (gains.length > 0) throw new RightsGainedError(file, gains);
}

function textOf({ callers, rows }: AccessMatrix): string {
  return inColumns([['endpoint', ...callers], ...rows.map(({ endpoint, cells }) => [endpoint, ...cells])]);
}

function parsed(text: string): AccessMatrix {
  const [head = [], ...rows] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd().split(/ {2,}/));
  return { callers: head.slice(1), rows: rows.map(([endpoint = '', ...cells]) => ({ endpoint, cells })) };
}
