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
  test('a blocked loop writes the stack of the stuck code while it is still blocked, and is unhealthy with it for a while', async () => {
    const { log, results } = await runBlocked('loop');

    const [head, ...rest] = log.split('\n');
    assert.match(
      head!,
      /^ERROR \[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\] keelson\.health\.DeadlockHealthCheck: The event loop has been blocked for \d\.\d s$/,
    );
    assert.match(rest[0]!, /^! EventLoopBlocked: in (busyFor|block) \(file:.*blocked-loop\.(js|ts):\d+:\d+\)$/);
    assert.ok(
      rest.some((line) => /^! {5}at block \(file:.*blocked-loop\.(js|ts):\d+:\d+\)$/.test(line)),
      log,
    );
    assert.deepEqual(rest.slice(-3), ['!', 'the loop goes on', '']);

    const [before, after, later] = results;
    assert.deepEqual(before, { healthy: true, stalls: 0 });
    assert.equal(after!.healthy, false);
    assert.match(after!.message!, /^the event loop was blocked and has been free for \d\.\d s$/);
    assert.equal(after!.stalls, 1);
    assert.equal(
      after!.error,
      rest
        .slice(0, rest.indexOf('!'))
        .map((line) => line.slice(2))
        .join('\n'),
    );
    assert.deepEqual(later, { healthy: true, stalls: 1 });
  });

  test('with source maps on, the frames are those of the TypeScript source', async () => {
    const { log } = await runBlocked('loop', ['--enable-source-maps']);
    assert.match(log, /! {5}at block \(file:.*test\/health\/programs\/blocked-loop\.ts:\d+:\d+\)/);
  });

  test('a loop stuck in native code is reported at once, and with the caller when it returns', async () => {
    const { log, results } = await runBlocked('native');
    // The main thread goes on as soon as its stack is read, so its line may come before or after the second report.
    const reports = log.replace('the loop goes on\n', '').split(/^(?=ERROR)/m);
    assert.equal(reports.length, 2);
    assert.match(reports[0]!, /\n! EventLoopBlocked: in native code, which shows no stack until it returns\n!\n$/);
    assert.match(reports[1]!, /! {5}at block \(/);
    assert.equal(results[1]!.healthy, false);
    assert.equal(results[1]!.stalls, 1);
  });

  test('a pause below the threshold is nobody’s business', async () => {
    const { log, results } = await runBlocked('short');
    assert.equal(log, 'the loop goes on\n');
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

async function runBlocked(
  way: string,
  options: readonly string[] = [],
): Promise<{ readonly log: string; readonly results: readonly Said[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-watchdog-'));
  try {
    const file = join(folder, 'service.log');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...options, program, way, file], {
      env: { PATH: process.env['PATH'] },
    });
    assert.equal(stderr, '');
    return {
      log: readFileSync(file, 'utf8'),
      results: stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Said),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
