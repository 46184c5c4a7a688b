import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import { Duration } from '../../src/values/duration.js';

const recorder = (calls: string[], name: string) => ({
  start: () => void calls.push(`start ${name}`),
  stop: async () => void calls.push(`stop ${name}`),
});

test('start: objects start in the order they were given, one after the other; stop: in reverse order', async () => {
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  for (const name of ['a', 'b', 'c']) lifecycle.manage(recorder(calls, name));
  await lifecycle.start();
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  assert.deepEqual(calls, ['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
});

test('an object managed twice is started and stopped once', async () => {
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  const managed = recorder(calls, 'a');
  assert.equal(lifecycle.manage(managed), managed);
  lifecycle.manage(managed);
  await lifecycle.start();
  await lifecycle.stop();
  assert.deepEqual(calls, ['start a', 'stop a']);
});

test('a start fails: it is logged with its stack trace, what is open is stopped in reverse, and the failure is thrown', async () => {
  using lines = CapturedLogs.start();
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  lifecycle.manage(recorder(calls, 'a'));
  lifecycle.manage({ start: () => Promise.reject(new Error('no database')), stop: () => void calls.push('never') }, 'the pool');
  lifecycle.manage(recorder(calls, 'c'));
  await assert.rejects(lifecycle.start(), { message: 'no database' });
  assert.deepEqual(calls, ['start a', 'stop a']);
  assert.deepEqual(lines.messages, ['Unable to start the pool, shutting down']);
  assert.equal(lines.events[0]!.error!.message, 'no database');
});

test('a stop fails: it is logged, and the others are stopped all the same', async () => {
  using lines = CapturedLogs.start();
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  lifecycle.manage(recorder(calls, 'a'));
  lifecycle.manage({ stop: () => Promise.reject(new Error('stuck')) }, 'the pool');
  await lifecycle.start();
  await lifecycle.stop();
  assert.deepEqual(calls, ['start a', 'stop a']);
  assert.deepEqual(lines.messages, ['Unable to stop the pool']);
});

test('a stop hangs: after its time limit it is logged and left behind', async () => {
  using lines = CapturedLogs.start();
  const calls: string[] = [];
  const lifecycle = new Lifecycle(Duration.milliseconds(20));
  lifecycle.manage(recorder(calls, 'a'));
  lifecycle.manage({ stop: () => new Promise<void>(() => undefined) }, 'the pool');
  await lifecycle.start();
  await lifecycle.stop();
  assert.deepEqual(calls, ['start a', 'stop a']);
  assert.deepEqual(lines.messages, ['the pool did not stop within 20 milliseconds and is left behind']);
});

test('what can be closed or disposed of is managed too', async () => {
  const calls: string[] = [];
  class Pool {
    close(): void {
      calls.push('close');
    }
  }
  const lifecycle = new Lifecycle();
  lifecycle.manage(new Pool());
  lifecycle.manage({ [Symbol.asyncDispose]: async () => void calls.push('async dispose') });
  lifecycle.manage({ [Symbol.dispose]: () => void calls.push('dispose') });
  await lifecycle.start();
  await lifecycle.stop();
  assert.deepEqual(calls, ['dispose', 'async dispose', 'close']);
});

test('nothing can be managed once the start has begun', async () => {
  const lifecycle = new Lifecycle();
  await lifecycle.start();
  assert.throws(() => lifecycle.manage({ stop: () => undefined }, 'the pool'), {
    code: 'KEELSON_LIFECYCLE_STARTED',
    message: 'the pool cannot be managed: the service has already started. Manage it in run(), or start and stop it yourself',
  });
  await lifecycle.stop();
});

test('what was never started is not stopped', async () => {
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  lifecycle.manage(recorder(calls, 'a'));
  await lifecycle.stop();
  assert.deepEqual(calls, []);
});

test('an object without a start method is taken to be open from the moment it is made, and closed even if the service never starts', async () => {
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  lifecycle.manage({ close: () => void calls.push('close') });
  lifecycle.manage({ [Symbol.asyncDispose]: async () => void calls.push('dispose') });
  lifecycle.manage({ stop: () => void calls.push('stop') });
  lifecycle.manage(recorder(calls, 'never started'));
  await lifecycle.stop();
  assert.deepEqual(calls, ['stop', 'dispose', 'close']);
});

test('what is open from the moment it is made is closed when a start fails, before or after it in the order', async () => {
  using _lines = CapturedLogs.start();
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  lifecycle.manage({ close: () => void calls.push('close first') });
  lifecycle.manage({ start: () => Promise.reject(new Error('no database')) });
  lifecycle.manage({ close: () => void calls.push('close last') });
  await assert.rejects(lifecycle.start(), { message: 'no database' });
  assert.deepEqual(calls, ['close last', 'close first']);
});

test('a start that fails with an error of our own is logged in one sentence, without a stack trace', async () => {
  using lines = CapturedLogs.start();
  const lifecycle = new Lifecycle();
  const failure = Object.assign(new Error('Port 80 is taken'), { code: 'KEELSON_LISTEN' });
  lifecycle.manage({ start: () => Promise.reject(failure) }, 'the pool');
  await assert.rejects(lifecycle.start(), failure);
  assert.deepEqual(
    lines.events.map(({ message, error }) => [message, error]),
    [['Unable to start the pool, shutting down: Port 80 is taken', undefined]],
  );
});

test('a stop during the start lets the object that is starting finish, stops it, and starts nothing more', async () => {
  using lines = CapturedLogs.start();
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  const { opened, open } = gate();
  lifecycle.manage(recorder(calls, 'a'));
  lifecycle.manage({
    start: async (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        calls.push(`b is told: ${(signal.reason as Error).message}`);
        open();
      });
      await opened;
      calls.push('start b');
    },
    stop: () => void calls.push('stop b'),
  });
  lifecycle.manage(recorder(calls, 'c'));
  const starting = lifecycle.start();
  starting.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await lifecycle.stop();
  await assert.rejects(starting, { code: 'KEELSON_START_INTERRUPTED' });
  const told = 'b is told: The service was told to stop before it had finished starting';
  assert.deepEqual(calls, ['start a', told, 'start b', 'stop b', 'stop a']);
  assert.deepEqual(lines.messages, []);
});

test('a start that hangs is left behind when the service stops, and stopped should it ever finish', async () => {
  using lines = CapturedLogs.start();
  const calls: string[] = [];
  const lifecycle = new Lifecycle();
  const { opened, open } = gate();
  lifecycle.manage(recorder(calls, 'a'));
  lifecycle.manage({ start: () => opened, stop: () => void calls.push('stop b') }, 'the pool');
  const starting = lifecycle.start();
  starting.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await lifecycle.stop(Duration.milliseconds(20));
  await assert.rejects(starting, { code: 'KEELSON_START_INTERRUPTED' });
  assert.deepEqual(calls, ['start a', 'stop a']);
  assert.deepEqual(lines.messages, ['the pool has not finished starting within 20 milliseconds and is left behind']);
  open();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(calls, ['start a', 'stop a', 'stop b']);
});

test('a start that ends because its signal was aborted is not a failure', async () => {
  using lines = CapturedLogs.start();
  const lifecycle = new Lifecycle();
  lifecycle.manage({
    start: (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('told')))),
  });
  const starting = lifecycle.start();
  starting.catch(() => undefined);
  await lifecycle.stop();
  await assert.rejects(starting, { code: 'KEELSON_START_INTERRUPTED' });
  assert.deepEqual(lines.messages, []);
});

test('a start takes longer than 5 seconds: a WARN line names the object', async () => {
  using lines = CapturedLogs.start();
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  const lifecycle = new Lifecycle(undefined, clock);
  const { opened, open } = gate();
  lifecycle.manage({ start: () => opened }, 'the pool');
  lifecycle.manage({ start: () => undefined }, 'the quick one');
  const starting = lifecycle.start();
  await clock.advance('4 s');
  assert.deepEqual(lines.messages, []);
  await clock.advance('1 s');
  assert.deepEqual(lines.messages, ['the pool has not finished starting after 5 seconds']);
  open();
  await starting;
  assert.equal(clock.scheduled, 0);
  await lifecycle.stop();
});

test('a lifecycle starts once', async () => {
  const lifecycle = new Lifecycle();
  await lifecycle.start();
  await assert.rejects(lifecycle.start(), {
    code: 'KEELSON_LIFECYCLE_STATE',
    message: 'The lifecycle cannot start: it is already started. Create a new one to start again',
  });
  await lifecycle.stop();
  await assert.rejects(lifecycle.start(), {
    message: 'The lifecycle cannot start: it is already stopped. Create a new one to start again',
  });
});

test('two schedules of one name are refused, and so are two job pools or worker pools', async () => {
  const lifecycle = new Lifecycle();
  const script = new URL('worker-program.js', import.meta.url);
  lifecycle.schedule('nightly', '1 day', () => undefined);
  lifecycle.jobPool('mails');
  lifecycle.workerPool('hashing', script);
  assert.throws(() => lifecycle.schedule('nightly', '1 hour', () => undefined), {
    code: 'KEELSON_NAME_TAKEN',
    message:
      'There is already a schedule named "nightly"; give one of them another name, or replace the first with lifecycle.replaceSchedule()',
  });
  assert.throws(() => lifecycle.jobPool('mails'), {
    message: 'There is already a job pool named "mails"; give one of them another name',
  });
  assert.throws(() => lifecycle.workerPool('hashing', script), {
    message: 'There is already a worker pool named "hashing"; give one of them another name',
  });
  lifecycle.jobPool('nightly');
  await lifecycle.stop();
});

test('a schedule that is replaced never runs', async () => {
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  const lifecycle = new Lifecycle(undefined, clock);
  const runs: string[] = [];
  lifecycle.schedule('nightly', '1 minute', () => runs.push('first'));
  lifecycle.replaceSchedule('nightly', '1 hour', () => runs.push('second'));
  lifecycle.replaceSchedule('weekly', '7 days', () => runs.push('weekly'));
  await lifecycle.start();
  await clock.advance('1 hour');
  assert.deepEqual(runs, ['second']);
  assert.throws(() => lifecycle.replaceSchedule('nightly', '1 hour', () => undefined), { code: 'KEELSON_LIFECYCLE_STARTED' });
  await lifecycle.stop();
});

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
