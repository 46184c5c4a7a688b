import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('./programs/blocked-loop.js', import.meta.url));

// Side by side: they sleep most of the time.
describe('the deadlocks check', { concurrency: true }, () => {
  test('a blocked loop has its stack in the log before the loop goes on, and is unhealthy with it for a while', async () => {
    const { text, results } = await runBlocked('loop');

    const [head, where, ...rest] = text.split('\n');
    assert.match(
      head!,
      /^ERROR \[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\] keelson\.health\.DeadlockHealthCheck: The event loop has been blocked for \d\.\d s$/,
    );
    // The program looks for the report while it blocks, so that it can also be caught in a call of node:fs.
    assert.match(where!, /^! EventLoopBlocked: in (?:\w+ \(file:.*blocked-loop\.(?:js|ts)|\w+ \(node:fs):\d+:\d+\)$/);
    const end = rest.indexOf('!');
    const frames = rest.slice(0, end);
    assert.ok(
      frames.some((line) => /^! at block \(file:.*blocked-loop\.(js|ts):\d+:\d+\)$/.test(line)),
      text,
    );
    assert.match(rest[end + 1]!, /^INFO .* test: the loop goes on$/);
    assert.match(rest[end + 2]!, /^WARN .* keelson\.health\.DeadlockHealthCheck: The event loop is free again after \d\.\d s$/);
    assert.deepEqual(rest.slice(end + 3), ['']);

    const [before, after, later] = results;
    assert.deepEqual(before, { healthy: true, stalls: 0 });
    assert.equal(after!.healthy, false);
    assert.match(after!.message!, /^the event loop was blocked and has been free for \d\.\d s$/);
    assert.equal(after!.stalls, 1);
    assert.deepEqual(
      after!.error!.split('\n').map((line) => `! ${line.trim()}`),
      [where, ...frames],
    );
    assert.deepEqual(later, { healthy: true, stalls: 1 });
  });

  test('the report has the layout of each file, and reaches those who need the loop when it is free', async () => {
    const { json, messages } = await runBlocked('loop');
    const [report, next] = json.split('\n').map((line) => (line === '' ? {} : (JSON.parse(line) as Record<string, string>)));
    assert.equal(report!['level'], 'ERROR');
    assert.match(report!['message']!, /^The event loop has been blocked for \d\.\d s$/);
    assert.match(report!['exception']!, /^EventLoopBlocked: in .*\nat /);
    assert.equal(next!['message'], 'the loop goes on');
    assert.deepEqual(
      messages.map((message) => message.replace(/\d\.\d s/, 'N s')),
      ['the loop goes on', 'The event loop has been blocked for N s', 'The event loop is free again after N s'],
    );
  });

  test('with source maps on, the frames are those of the TypeScript source', async () => {
    const { text } = await runBlocked('loop', ['--enable-source-maps']);
    assert.match(text, /! at block \(file:.*test\/health\/programs\/blocked-loop\.ts:\d+:\d+\)/);
  });

  test('a loop stuck in native code is reported at once, and with the caller when it returns', async () => {
    const { text, results } = await runBlocked('native');
    // The main thread goes on as soon as its stack is read, so its own lines may come before or after the second report.
    const [first, second, ...rest] = text.split(/^(?=ERROR)/m);
    assert.match(first!, /\n! EventLoopBlocked: in native code, which shows no stack until it returns\n!\n$/);
    assert.match(second!, /! at block \(/);
    assert.deepEqual(rest, []);
    assert.equal(results[1]!.healthy, false);
    assert.equal(results[1]!.stalls, 1);
  });

  test('where threads are forbidden the service runs unwatched, and says so', async () => {
    // Its name until Node 23.5.
    const restrict = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
    const permissions = [restrict, '--allow-fs-read=*', '--allow-fs-write=*', '--no-warnings'];
    const { messages, results } = await runBlocked('short', permissions);
    assert.deepEqual(messages, ['The event loop is not watched', 'the loop goes on']);
    assert.equal(results[0]!.healthy, true);
    assert.match(results[0]!.message!, /^not watched: Access to this API has been restricted/);
  });

  test('a pause below the threshold is nobody’s business', async () => {
    const { messages, results } = await runBlocked('short');
    assert.deepEqual(messages, ['the loop goes on']);
    assert.deepEqual(
      results.map(({ healthy }) => healthy),
      [true, true, true],
    );
  });
});

interface Said {
  readonly healthy: boolean;
  readonly message?: string;
  readonly error?: string;
  readonly stalls: number;
}

interface Outcome {
  readonly text: string;
  readonly json: string;
  readonly results: readonly Said[];
  /** What an appender got that needs the event loop. */
  readonly messages: readonly string[];
}

async function runBlocked(way: string, options: readonly string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-watchdog-'));
  try {
    const env = { PATH: process.env['PATH'] };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...options, program, way, folder], { env });
    assert.equal(stderr, '');
    const lines = stdout.split('\n').map((line) => JSON.parse(line) as unknown);
    return {
      text: readFileSync(join(folder, 'text.log'), 'utf8'),
      json: readFileSync(join(folder, 'json.log'), 'utf8'),
      results: lines.slice(0, -1) as Said[],
      messages: lines.at(-1) as string[],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
