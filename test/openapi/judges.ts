import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';

/** The folder of the judges, with their own package.json and lock file. */
export const judgesFolder = resolve('judges/openapi');

/** The folder for what they are given and what they make. */
export const caseFolder = join(judgesFolder, '.cache');

/** Runs the work if the judges are installed or can be; offline it says NOT CHECKED. */
export async function withJudges(t: TestContext, work: () => Promise<void>): Promise<void> {
  const marker = join(judgesFolder, 'node_modules/.package-lock.json');
  const lock = join(judgesFolder, 'package-lock.json');
  if (!existsSync(marker) || statSync(marker).mtimeMs < statSync(lock).mtimeMs) {
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1', '--fetch-timeout=20000'];
    const { code, output } = await run('npm', args);
    if (code !== 0) {
      t.diagnostic(`NOT CHECKED: the judges of OpenAPI documents cannot be installed: ${output.trim().split('\n')[0]}`);
      return;
    }
  }
  mkdirSync(caseFolder, { recursive: true });
  await work();
}

/** Writes a document for the judges; the name of its file. */
export function given(name: string, document: string): string {
  const file = join(caseFolder, `${name}.json`);
  mkdirSync(caseFolder, { recursive: true });
  writeFileSync(file, document);
  return file;
}

/** Runs a program that the judges bring; its exit code and everything it said. */
export function runJudge(program: string, ...args: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [join(judgesFolder, 'node_modules', program), ...args]);
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function run(command: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((done, failed) => {
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
    const child = spawn(command, args, { cwd: judgesFolder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', failed);
    child.on('close', (code) => done({ code, output }));
  });
}
