import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as fc from 'fast-check';

import { Reservoir } from '../../src/metrics/reservoir.js';

test('quantiles of 1 to 1000 ms are right to within two percent', () => {
  const reservoir = new Reservoir();
  for (let milliseconds = 1; milliseconds <= 1000; milliseconds++) reservoir.record(milliseconds);
  const snapshot = reservoir.snapshot();
  for (const share of [0.5, 0.75, 0.95, 0.98, 0.99, 0.999]) assertNear(snapshot.quantile(share), share * 1000);
  assert.equal(snapshot.min, 1);
  assert.equal(snapshot.max, 1000);
  assert.equal(snapshot.mean, 500.5);
  assertNear(snapshot.standardDeviation, 288.7);
  assert.equal(snapshot.quantile(1), 1000);
});

test('any durations: every quantile is within two percent, or the finest step, of the true one', () => {
  const durations = fc.array(fc.double({ min: 0, max: 500_000, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
      const reservoir = new Reservoir();
      for (const value of values) reservoir.record(value);
      const truth = values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1]!;
      assertNear(reservoir.snapshot().quantile(share), truth);
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 200) },
  );
});

test('what is older than five slices no longer counts in percentiles, but does in count and sum', () => {
  const reservoir = new Reservoir();
  reservoir.record(1000);
  for (let slice = 0; slice < 4; slice++) {
    reservoir.rotate();
    reservoir.record(1);
  }
  assert.equal(reservoir.snapshot().max, 1000);
  reservoir.rotate();
  assert.equal(reservoir.snapshot().max, 1);
  assert.equal(reservoir.count, 5);
  assert.equal(reservoir.sum, 1004);
});

test('without durations there is no quantile', () => {
  const snapshot = new Reservoir().snapshot();
  assert.deepEqual(
    [snapshot.quantile(0.5), snapshot.min, snapshot.max, snapshot.mean, snapshot.standardDeviation],
    [Number.NaN, 0, 0, 0, 0],
  );
});

test('a duration beyond the scale is still the maximum', () => {
  const reservoir = new Reservoir();
  reservoir.record(3_600_000);
  assert.equal(reservoir.snapshot().max, 3_600_000);
  assert.equal(reservoir.snapshot().quantile(0.5), 3_600_000);
});

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= Math.max(expected * 0.02, 1 / 8000), `${actual} is not near ${expected}`);
}
