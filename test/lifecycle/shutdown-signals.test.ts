import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('SIGTERM, SIGINT: an orderly stop, with exit code 0', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { code, output } = await runProgram('', { ready: [signal] });
    assert.deepEqual([code, output.replaceAll(/^(?!ready|stopping).*\n/gm, '')], [0, 'ready\nstopping\n']);
  }
});

test('the same signal from a process group and from a parent is one', async () => {
  const { code, output } = await runProgram('slow', { ready: ['SIGTERM'], stopping: ['SIGTERM'] });
  assert.deepEqual([code, output.replaceAll(/^(?!ready|stopping).*\n/gm, '')], [0, 'ready\nstopping\n']);
});

test('a second signal: the process ends at once', async () => {
  const { code, output } = await runProgram('hang', { ready: ['SIGTERM'], stopping: ['SIGINT'] });
  assert.equal(code, 1);
  assert.match(output, /Received SIGINT again: stopping at once/);
});

test('an uncaught exception: logged as an ERROR with its stack trace, then an orderly stop, with exit code 1', async () => {
  const { code, output } = await runProgram('throw', {});
  assert.equal(code, 1);
  assert.match(output, /ERROR .* Uncaught exception: stopping\n! Error: nobody caught this\n/);
  assert.match(output, /^stopping$/m);
});

test('an unhandled rejection: logged as an ERROR with its stack trace, then an orderly stop, with exit code 1', async () => {
  const { code, output } = await runProgram('reject', {});
  assert.equal(code, 1);
  assert.match(output, /ERROR .* Unhandled rejection: stopping\n! Error: nobody handled this\n/);
  assert.match(output, /^stopping$/m);
});

test('a stop that fails is logged, with exit code 1', async () => {
  const { code, output } = await runProgram('fail', { ready: ['SIGTERM'] });
  assert.equal(code, 1);
  assert.match(output, /ERROR .* The stop failed\n! Error: cannot stop\n/);
});

/** Runs the program, sending signals when it has said certain words. */
function runProgram(
  behaviour: string,
  signals: Readonly<Record<string, readonly NodeJS.Signals[]>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('signals-program.js', import.meta.url)), behaviour], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const sent = new Set<string>();
  const read = (text: Buffer) => {
    output += text.toString();
    for (const [word, list] of Object.entries(signals)) {
      if (!output.includes(word) || sent.has(word)) continue;
      sent.add(word);
      for (const signal of list) child.kill(signal);
    }
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
