import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';
import { ManualClock } from '../../src/testing/manual-clock.js';

test('if a run throws, the error is logged and the schedule goes on, until the service stops', async () => {
  using lines = CapturedLogs.start();
  let turns = 0;
  let enough!: () => void;
  const threeTurns = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const lifecycle = new Lifecycle();
  lifecycle.schedule('cleanup', '1 ms', () => {
    turns++;
    if (turns === 1) throw new Error('first');
    if (turns === 3) enough();
  });
  await lifecycle.start();
  await threeTurns;
  await lifecycle.stop();
  const atStop = turns;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(turns, atStop);
  assert.deepEqual(lines.messages, ['cleanup failed; it runs again in 1 millisecond']);
});

test('when the service stops, the signal of a run under way is aborted, and the stop waits for that run', async () => {
  const events: string[] = [];
  let begun!: () => void;
  const firstTurn = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const lifecycle = new Lifecycle();
  lifecycle.schedule(
    'export',
    '1 hour',
    async (signal) => {
      begun();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      events.push('told');
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push('done');
    },
    { initialDelay: '0 s' },
  );
  await lifecycle.start();
  await firstTurn;
  await lifecycle.stop();
  assert.deepEqual(events, ['told', 'done']);
});

test('a period of nothing is refused', () => {
  assert.throws(() => new Lifecycle().schedule('spin', '0 s', () => undefined), {
    code: 'KEELSON_LIFECYCLE_SETTING',
    message: 'spin cannot be scheduled every 0 seconds; the shortest period is 1 millisecond',
  });
});

test('turns come by the clock of the service, from the start of one to the start of the next', async () => {
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  const lifecycle = new Lifecycle(undefined, clock);
  const turns: string[] = [];
  lifecycle.schedule('report', '5 minutes', () => turns.push(new Date(clock.now()).toISOString().slice(11, 16)), {
    initialDelay: '1 minute',
  });
  await lifecycle.start();
  await clock.advance('59 s');
  assert.deepEqual(turns, []);
  await clock.advance('11 minutes');
  assert.deepEqual(turns, ['12:01', '12:06', '12:11']);
  await lifecycle.stop();
  assert.equal(clock.scheduled, 0);
});

test('runs never overlap: one that takes longer than the period delays the next', async () => {
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  const lifecycle = new Lifecycle(undefined, clock);
  const events: string[] = [];
  let finish!: () => void;
  lifecycle.schedule('report', '1 minute', () => {
    events.push('begun');
    return new Promise<void>((resolve) => (finish = resolve)).then(() => void events.push('ended'));
  });
  await lifecycle.start();
  await clock.advance('5 minutes');
  assert.deepEqual(events, ['begun']);
  finish();
  await clock.advance('1 minute');
  assert.deepEqual(events, ['begun', 'ended', 'begun']);
  finish();
  await lifecycle.stop();
});
