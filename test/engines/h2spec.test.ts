import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Handler } from '../../src/http/handler.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import type { Door } from './raw-connection.js';
import { listening, testTls } from './raw-connection.js';

const run = promisify(execFile);
const module = 'github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible';

/** The program from the path, or built once where Go is present; undefined where there is neither. */
async function h2spec(t: TestContext): Promise<string | undefined> {
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/h2spec', import.meta.url));
  const find = (name: string, ...folders: string[]) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = find('h2spec', cache, ...folders);
  if (found !== undefined) return found;
  try {
    await run('go', ['install', module], { env: { ...process.env, GOBIN: cache }, timeout: 120_000 });
    return join(cache, 'h2spec');
  } catch (thrown) {
    t.diagnostic(`NOT CHECKED: h2spec is missing, and could not be built with Go: ${(thrown as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

/** Sections and cases that failed: "http2/5.1: closed: Sends a DATA frame". */
async function failures(
  program: string,
  door: Door,
  folder: string,
): Promise<{ readonly cases: number; readonly failed: readonly string[] }> {
  const report = join(folder, `${door.name}.xml`);
  // Not at once: several cases send a second frame while the stream is half closed.
  const handler: Handler = async ({ body, reply }) => {
    const { length } = await body.bytes();
    await new Promise((resolve) => setTimeout(resolve, 30));
    reply.end(`${length} bytes`);
  };
  await listening(door, handler, async ({ port }) => {
    const tls = door.tls === undefined ? [] : ['--tls', '--insecure'];
    const options = ['--host', '127.0.0.1', '--port', String(port), '--timeout', '1', '--junit-report', report, ...tls];
    // It exits with 1 where a case fails; the report says which.
    await run(program, options, { timeout: 120_000 }).catch(() => undefined);
  });
  const cases = [...(await readFile(report, 'utf8')).matchAll(/<testcase package="([^"]*)" classname="([^"]*)"[^>]*>(<failure|<error)?/g)];
  return { cases: cases.length, failed: cases.filter((one) => one[3] !== undefined).map(([, section, name]) => `${section}: ${name}`) };
}

test('h2spec passes on h2 and h2c, but for the cases that the manual explains', { timeout: 300_000 }, async (t) => {
  const program = await h2spec(t);
  if (program === undefined) return;
  const page = readFileSync(new URL('../../../docs/server.md', import.meta.url), 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'keelson-h2spec-'));
  try {
    const doors: readonly Door[] = [
      { name: 'h2c', engine: new NodeHttp2Engine() },
      { name: 'h2', engine: new NodeHttp2Engine(), tls: testTls },
    ];
    for (const { cases, failed } of await Promise.all(doors.map((door) => failures(program, door, folder)))) {
      assert.ok(cases >= 145, `${cases} cases`);
      assert.deepEqual(
        failed.filter((one) => !page.includes(`| \`${one}\` |`)),
        [],
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
