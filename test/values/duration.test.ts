import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import type { DurationUnit } from '../../src/values/duration.js';

const units: readonly DurationUnit[] = ['nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'minutes', 'hours', 'days'];

test('a duration in its own unit is its count', () => {
  assert.equal(Duration.milliseconds(5367005548920).toMilliseconds(), 5367005548920);
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(...units), (count, unit) => {
      assert.equal(Duration.of(count, unit).to(unit), count);
    }),
  );
});

test('a duration in a smaller unit is exact while a double can hold it', () => {
  assert.equal(Duration.days(3).toMilliseconds(), 259200000);
  assert.equal(Duration.seconds(8000000000001).toMilliseconds(), 8000000000001000);
  assert.equal(Duration.minutes(90).to('hours'), 1.5);
  assert.equal(Duration.milliseconds(1).to('days'), 1 / 86400000);
});

test('durations are compared exactly, whatever their units', () => {
  const most = Number.MAX_SAFE_INTEGER;
  assert.equal(Duration.days(most).compareTo(Duration.days(most - 1)), 1);
  assert.equal(Duration.seconds(most).compareTo(Duration.seconds(most)), 0);
  assert.equal(Duration.seconds(60).compareTo(Duration.minutes(1)), 0);
  assert.equal(Duration.milliseconds(999).compareTo(Duration.seconds(1)), -1);
});

test('a message repeats the beginning of a long text', () => {
  const long = '9'.repeat(10_000);
  assert.throws(() => Duration.parse(long), {
    message: `Invalid duration: ${'9'.repeat(60)}…. Write a whole number and a unit, as in "30 seconds"`,
  });
  assert.throws(() => DataSize.parse(long), { message: `Invalid size: ${'9'.repeat(60)}…. Write a whole number and a unit, as in "8KiB"` });
});
