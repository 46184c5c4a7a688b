import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ManualClock } from 'keelson/testing';

test('what comes due is called at its time and in order', () => {
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  const calls: string[] = [];
  const called = (name: string) => () => void calls.push(`${name} ${new Date(clock.now()).toISOString().slice(11, 19)}`);
  clock.after(90_000, called('after'));
  clock.schedule(Date.parse('2026-11-14T12:01:00Z'), called('at'));
  clock.schedule(Date.parse('2026-11-14T12:00:30Z'), called('given up')).cancel();
  clock.moveTo('2026-11-14T12:02:00Z');
  assert.deepEqual(calls, ['at 12:01:00', 'after 12:01:30']);
  assert.equal(new Date(clock.now()).toISOString(), '2026-11-14T12:02:00.000Z');
  assert.equal(clock.elapsed(), 120_000);
});

test('a jump changes the time on the wall and nothing else', () => {
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  let calls = 0;
  clock.after(1000, () => calls++);
  clock.jumpTo('2026-11-14T11:00:00Z');
  assert.equal(clock.elapsed(), 0);
  clock.moveTo('2026-11-14T11:00:01Z');
  assert.equal(calls, 1);
});

test('what a call begins goes on before the next is made', async () => {
  const clock = ManualClock.at('2026-11-14T12:00:00Z');
  const turns: number[] = [];
  const turn = async () => {
    await Promise.resolve();
    turns.push(clock.elapsed());
    clock.after(1000, () => void turn());
  };
  await turn();
  await clock.advance('3 s');
  assert.deepEqual(turns, [0, 1000, 2000, 3000]);
});

test('a time that is none is refused', () => {
  assert.throws(() => ManualClock.at('noon'), {
    code: 'KEELSON_TEST_USAGE',
    message: 'noon is not a time; write it as in 2026-11-14T23:59:00Z',
  });
});
