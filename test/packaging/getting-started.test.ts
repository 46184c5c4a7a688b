import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { matches } = (await import(`${root}scripts/check-docs.mjs`)) as { matches(shown: string, printed: string): boolean };
const page = readFileSync(join(root, 'docs/getting-started.md'), 'utf8');

/** What the page shows: the commands with their output, and the files by the name that stands before them. */
const shown = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
const files = [...page.matchAll(/`([\w./-]+)`:\n\n```\w+(?: fragment)?\n([\s\S]*?)^```$/gm)];

test('the service of the first page of the manual is built, started and asked, word for word', async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the project, where "keelson" leads to the built package.
  const folder = mkdtempSync(join(root, '.cache/getting-started-'));
  try {
    assert.deepEqual(
      files.map(([, name]) => name),
      ['tsconfig.json', 'src/hello-configuration.ts', 'config.yml', 'src/hello-resource.ts', 'src/main.ts'],
    );
    for (const [, name, text] of files) {
      mkdirSync(dirname(join(folder, name!)), { recursive: true });
      writeFileSync(join(folder, name!), text!);
    }
    assert.equal(node(folder, join(root, 'node_modules/typescript/bin/tsc')), '');
    assert.equal(node(folder, 'dist/main.js', 'check', 'config.yml'), outputOf('$ node dist/main.js check config.yml\n'));
    await askService(folder);
    const configuration = readFileSync(join(folder, 'config.yml'), 'utf8');
    writeFileSync(join(folder, 'config.yml'), configuration.replace(/^template: .*$/m, 'templat: Hi'));
    const refusal = node(folder, 'dist/main.js', 'server', 'config.yml');
    assert.ok(matches(shown.find((text) => text.includes('Unrecognized'))!.replace(/^\$.*\n/, ''), refusal), refusal);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function askService(folder: string): Promise<void> {
  const connectors = '[{ type: http, port: 0 }]';
  const ports = `server: { applicationConnectors: ${connectors}, adminConnectors: ${connectors} }\n`;
  writeFileSync(join(folder, 'ports.yml'), readFileSync(join(folder, 'config.yml'), 'utf8') + ports);
  const service = spawn(process.execPath, ['dist/main.js', 'server', 'ports.yml'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(service, 'exit');
  try {
    const printed = await printedUntil(service.stdout, /Admin listens on .*\n/);
    const log = shown.find((text) => text.startsWith('INFO'))!;
    assert.ok(matches(withoutTimesAndPorts(log), withoutTimesAndPorts(printed)), printed);
    const [application, admin] = [...printed.matchAll(/listens on http:\/\/0\.0\.0\.0:(\d+)/g)].map(([, port]) => port!);
    for (const [command, post, address] of page.matchAll(/^\$ curl (-X POST )?'?([^'\n]*)'?\n/gm)) {
      const url = `http://${address!.replace(':8080', `:${application}`).replace(':8081', `:${admin}`)}`;
      const answer = await fetch(url, { method: post === undefined ? 'GET' : 'POST', headers: { accept: '*/*', connection: 'close' } });
      assert.equal((await answer.text()).trimEnd(), outputOf(command).trimEnd());
    }
  } finally {
    service.kill('SIGTERM');
  }
  assert.deepEqual(await ended, [0, null]);
}

/** What the page shows below a command. */
function outputOf(command: string): string {
  const after = page.slice(page.indexOf(command) + command.length);
  return after.slice(0, after.search(/^(?:\$|```)/m));
}

function node(cwd: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 60_000 });
  return `${stdout}${stderr}`;
}

async function printedUntil(stream: Readable, end: RegExp): Promise<string> {
  let printed = '';
  for await (const piece of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(piece);
    if (end.test(printed)) return printed;
  }
  throw new Error(`the service ended, having printed:\n${printed}`);
}

function withoutTimesAndPorts(text: string): string {
  return text.replaceAll(/\[\d{4}-\d\d-\d\d [\d:,]+\]/g, '[time]').replaceAll(/(listens on .*):\d+$/gm, '$1:port');
}
