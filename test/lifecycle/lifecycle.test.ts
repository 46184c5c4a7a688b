import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';
import { Duration } from '../../src/values/duration.js';

const recorder = (calls: string[], name: string) => ({
  start: () => void calls.push(`start ${name}`),
  stop: async () => void calls.push(`stop ${name}`),
});

test('managed objects start in order and stop in reverse', async () => {
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

test('a failing start is logged whole, stops what was started and is thrown', async () => {
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

test('a failing stop is logged and passed over', async () => {
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

test('a hanging stop is passed over after its time limit', async () => {
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

test('nothing can be managed once the service has started', async () => {
  const lifecycle = new Lifecycle();
  await lifecycle.start();
  assert.throws(() => lifecycle.manage({ stop: () => undefined }, 'the pool'), {
    code: 'KEELSON_LIFECYCLE_STARTED',
    message: 'the pool cannot be managed any more: the service has started already. Manage it in run(), or start and stop it yourself',
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
