#!/usr/bin/env node
// npm create keelson: asks what is not on the command line, writes the project, and says what to run next.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { UsageError, authKinds, checkedChoices, planned, write } from './scaffold.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const help = `Usage: npm create keelson [folder] -- [options]

Writes a new Keelson service into the folder, which must not exist or be empty. The folder's name becomes the service's.

  --auth <kind>      who may call: ${authKinds.join(', ')} (default: none)
  --no-docker        no Dockerfile
  --keelson <spec>   the version to depend on, or a packed tarball (default: ^${version})
  --yes              ask nothing, use the defaults
  --help             print this help
`;

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main() {
  const { values, positionals } = parsed();
  if (values.help) {
    console.log(help);
    return;
  }
  const asks = !values.yes && process.stdin.isTTY === true;
  const choices = checkedChoices({
    keelson: `^${version}`,
    ...values,
    folder: positionals[0],
    ...(asks ? await asked(values, positionals[0]) : {}),
  });
  const files = planned(choices);
  write(choices.folder, files);
  console.log(closing(choices, files));
}

function parsed() {
  try {
    const result = parseArgs({
      allowPositionals: true,
      allowNegative: true,
      options: {
        auth: { type: 'string' },
        docker: { type: 'boolean' },
        keelson: { type: 'string' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (result.positionals.length > 1) throw new UsageError(`One folder is enough; got ${result.positionals.join(', ')}`);
    return result;
  } catch (error) {
    if (typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS')) throw new UsageError(`${error.message}\n\n${help}`);
    throw error;
  }
}

/** Asks at the terminal for whatever the command line does not say. */
async function asked(values, folder) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return {
      folder: folder ?? ((await terminal.question('Name of the service (my-service): ')).trim() || 'my-service'),
      auth: values.auth ?? ((await terminal.question(`Who may call? ${authKinds.join(' or ')} (none): `)).trim() || 'none'),
      docker: values.docker ?? !/^n/i.test((await terminal.question('Dockerfile? (Y/n): ')).trim()),
    };
  } finally {
    terminal.close();
  }
}

function closing({ folder, name }, files) {
  const where = relative('.', folder);
  const steps = [...(where === '' ? [] : [`cd ${where}`]), 'npm install', 'npm test', 'npm start'];
  return `Wrote ${name}: ${files.size} files.\n\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}`;
}
