import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Application } from '../../src/application/application.js';
import { ApplicationTest } from '../../src/testing/application-test.js';
import { runCommand } from '../../src/testing/run-command.js';
import type { PlantedMistake } from './planted-mistake.js';

/** Who noticed a mistake first, and what was said. */
export interface Notice {
  readonly noticed: PlantedMistake['noticed'] | 'never';
  readonly message: string;
}

/** Compiles all programs in one go; what the compiler says, by the name of the program. */
export function compileAll(folder: URL): ReadonlyMap<string, string> {
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', folder));
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: fileURLToPath(folder),
    encoding: 'utf8',
  });
  const said = new Map<string, string>();
  let program = '';
  for (const line of `${stdout}${stderr}`.split('\n')) {
    program = /^(?<name>[\w-]+)\.ts\(\d+,\d+\): error /.exec(line)?.groups?.['name'] ?? program;
    if (program === '' && line !== '') throw new Error(`the compiler did not get as far as the programs: ${line}`);
    if (line !== '') said.set(program, `${said.get(program) ?? ''}${line}\n`);
  }
  return said;
}

/** Loads and starts a compiled program as its author would, or runs its command. */
export async function startProgram(mistake: PlantedMistake, compiled: URL): Promise<Notice> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-mistakes-'));
  try {
    const file = join(folder, 'config.yml');
    if (mistake.configuration !== undefined) writeFileSync(file, mistake.configuration);
    const { default: application } = (await import(compiled.href)) as { readonly default: Application };
    return await (mistake.runs === undefined ? startOf(application, mistake, file) : outcomeOf(application, mistake.runs, file));
  } catch (thrown) {
    return { noticed: 'start', message: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function startOf(application: Application, { configuration, ports }: PlantedMistake, file: string): Promise<Notice> {
  const service = new ApplicationTest(application, {
    ...(configuration === undefined ? {} : { configuration: file }),
    variables: { SHOP_NAME: 'corner' },
    ports,
    leaks: 'told',
  });
  // The server command routes these to the log.
  const ofProcess: string[] = [];
  const listen = ({ name, message }: Error): void => {
    if (name === 'KeelsonWarning') ofProcess.push(message);
  };
  process.on('warning', listen);
  try {
    await service.start();
    await service.stop();
  } finally {
    process.off('warning', listen);
  }
  // None of the programs has a health check, and every one is told so.
  const logged = service.logs.lines.filter((line) => line.startsWith('WARN') && !line.includes('No health check is registered'));
  const warnings = [...logged, ...ofProcess];
  return { noticed: warnings.length === 0 ? 'never' : 'warn', message: warnings.join('\n') };
}

async function outcomeOf(application: Application, args: readonly string[], file: string): Promise<Notice> {
  const outcome = await runCommand(application, ...args.map((arg) => (arg === 'config.yml' ? file : arg)));
  return { noticed: outcome.exitCode === 0 ? 'never' : 'start', message: `${outcome.error}${outcome.logs.text}` };
}
