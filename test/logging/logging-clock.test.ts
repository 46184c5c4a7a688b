import assert from 'node:assert/strict';
import { test } from 'node:test';

import { systemClock } from '../../src/logging/logging-clock.js';

test('a clock that is set forward is noticed within a minute', (context) => {
  let now = Date.parse('2026-11-14T10:00:00Z');
  context.mock.method(Date, 'now', () => now);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let calls = 0;
  systemClock.schedule(Date.parse('2026-11-15T00:00:00Z'), () => calls++);
  context.mock.timers.tick(60_000);
  assert.equal(calls, 0);
  now = Date.parse('2026-11-15T00:00:00Z');
  context.mock.timers.tick(60_000);
  assert.equal(calls, 1);
});

test('a call that is cancelled does not come, though its time is far away', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  let called = false;
  const call = systemClock.schedule(180_000, () => (called = true));
  context.mock.timers.tick(60_000);
  call.cancel();
  context.mock.timers.tick(600_000);
  assert.equal(called, false);
});
