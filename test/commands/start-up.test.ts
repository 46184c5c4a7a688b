import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./programs/starting.js', import.meta.url));
const settings = [
  '-Dsvc.server.applicationConnectors[0].port=0',
  '-Dsvc.server.adminConnectors[0].port=0',
  '-Dsvc.server.shutdownGracePeriod=400 ms',
  '-Dsvc.health.deadlocks.enabled=false',
];

// Side by side: they wait most of the time.
describe('a service that is stopped while it starts', { concurrency: true }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal}: the object that is starting may finish; nothing more is started, and no port opens; what is open is stopped in reverse, and the process ends with code 0`, async () => {
      const { code, words, log } = await runUntil('start is slow', 'waiting', signal);
      assert.deepEqual(words, [
        'the pool is started',
        'waiting',
        'the queue is started',
        'the queue is stopped',
        'the pool is stopped',
        'the file is closed',
      ]);
      assert.deepEqual(log, [`INFO Received ${signal}: stopping`, 'INFO Stopped']);
      assert.equal(code, 0);
    });
  }

  test('SIGTERM while a managed object hangs: the others are stopped within the grace period, exit code 0', async () => {
    const { code, words, log } = await runUntil('start hangs', 'waiting', 'SIGTERM');
    assert.deepEqual(words, ['the pool is started', 'waiting', 'the pool is stopped', 'the file is closed']);
    assert.deepEqual(log, [
      'INFO Received SIGTERM: stopping',
      'ERROR the queue has not finished starting within 200 milliseconds and is left behind',
      'INFO Stopped',
    ]);
    assert.equal(code, 0);
  });

  test('SIGTERM while run() hangs: what it has opened is closed within the grace period, exit code 0', async () => {
    const { code, words, log } = await runUntil('run hangs', 'waiting', 'SIGTERM');
    assert.deepEqual(words, ['waiting', 'the file is closed']);
    assert.deepEqual(log, ['INFO Received SIGTERM: stopping']);
    assert.equal(code, 0);
  });

  test('SIGTERM while a start listener hangs: the ports are open, so it is an ordinary stop', async () => {
    const { code, words, log } = await runUntil('listener hangs', 'serving', 'SIGTERM');
    assert.deepEqual(words.slice(3), ['the pool is stopped', 'the file is closed']);
    assert.deepEqual(log.slice(-2), ['INFO Received SIGTERM: stopping', 'INFO Stopped']);
    assert.equal(code, 0);
  });

  for (const [behaviour, what] of [
    ['start hangs and throws', 'Uncaught exception: stopping'],
    ['start hangs and rejects', 'Unhandled rejection: stopping'],
  ] as const) {
    test(`${behaviour}: logged, what was started is stopped within the grace period, exit code 1`, async () => {
      const { code, words, log } = await runUntil(behaviour);
      assert.deepEqual(words, ['the pool is started', 'waiting', 'the pool is stopped', 'the file is closed']);
      assert.deepEqual(log, [
        `ERROR ${what}`,
        'ERROR the queue has not finished starting within 200 milliseconds and is left behind',
        'INFO Stopped',
      ]);
      assert.equal(code, 1);
    });
  }

  for (const [behaviour, what] of [
    ['run hangs and throws', 'Uncaught exception: stopping'],
    ['run hangs and rejects', 'Unhandled rejection: stopping'],
  ] as const) {
    test(`${behaviour}: logged, what was opened is closed within the grace period, exit code 1`, async () => {
      const { code, words, log } = await runUntil(behaviour);
      assert.deepEqual(words, ['waiting', 'the file is closed']);
      assert.deepEqual(log, [`ERROR ${what}`]);
      assert.equal(code, 1);
    });
  }

  test('the line of the exception carries the ID of the request that threw it; the lines of the stop do not', async () => {
    const json = '-Dsvc.logging.appenders[0].layout.type=json';
    const { code, output } = await runUntil(
      '',
      'serving',
      (said) => {
        const [, url] = /serving at (\S+)/.exec(said)!;
        fetch(`${url!.replace('0.0.0.0', '127.0.0.1')}/fail`, { headers: { 'X-Request-Id': 'the-culprit' } }).catch(() => undefined);
      },
      [json],
    );
    assert.equal(code, 1);
    const events = output.split('\n').filter((line) => line.startsWith('{"timestamp"'));
    const told = events.map((line) => JSON.parse(line) as { readonly message: string; readonly requestId?: string });
    const after = told.slice(told.findIndex(({ message }) => message.startsWith('Uncaught')));
    assert.deepEqual(
      after.map(({ message }) => message).filter((message) => !message.includes('cut off')),
      ['Uncaught exception: stopping', 'Stopped'],
    );
    assert.deepEqual(output.split('\n').filter((line) => line.includes('the-culprit') && line.includes('"message"')).length, 1, output);
  });
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** What the program itself said. */
  readonly words: readonly string[];
  /** Level and message of the lines that it logged after the word. */
  readonly log: readonly string[];
}

/** Runs the program; when it has said the word, sends it the signal or does something else to it. */
function runUntil(
  behaviour: string,
  word?: string,
  then: NodeJS.Signals | ((said: string) => void) = () => undefined,
  more: readonly string[] = [],
): Promise<Ended> {
  const child = spawn(process.execPath, [program, behaviour, 'server', ...settings, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let done = word === undefined;
  const read = (text: string): void => {
    output += text;
    if (done || !new RegExp(`^${word}.*\n`, 'm').test(output)) return;
    done = true;
    if (typeof then === 'string') child.kill(then);
    else then(output);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const lines = output.split('\n').filter((line) => line !== '');
      const words = lines.filter((line) => !/^(\p{Lu}+ +\[|[|!{]|\d|-)/u.test(line));
      const log = lines.flatMap((line) => {
        const found = /^(INFO|WARN|ERROR) +\[[^\]]+\] keelson\.(?:lifecycle|server)\.\w+: (.*)$/.exec(line);
        return found === null ? [] : [`${found[1]} ${found[2]}`];
      });
      resolve({ code, output, words, log });
    });
  });
}
