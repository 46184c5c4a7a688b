import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Mismatch, readScalar, readScalarText } from '../../src/json/scalars.js';
import type { ScalarType } from '../../src/json/scalars.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';

const size: ScalarType = {
  kind: 'enum',
  members: [
    { name: 'Small', value: 0 },
    { name: 'Large', value: 1 },
  ],
};
const refused = (type: ScalarType, values: readonly unknown[]) => {
  for (const value of values) assert.ok(readScalar(type, value) instanceof Mismatch, `${type.kind} ${String(value)}`);
};

test('text where a number is expected, objects where text is: nothing is coerced', () => {
  refused({ kind: 'text' }, [1, true, {}, []]);
  refused({ kind: 'boolean' }, ['true', 0, 1]);
  refused({ kind: 'number' }, ['1', '', true, Infinity]);
  refused({ kind: 'int' }, ['1', 1.5, 2 ** 31, -(2 ** 31) - 1, 10n]);
  refused({ kind: 'long' }, ['1', 0.1, 2 ** 53, 2n ** 60n]);
  refused({ kind: 'bigint' }, ['1', 1.5, 2 ** 53]);
  refused({ kind: 'date' }, [0, '1', 'today']);
  refused({ kind: 'duration' }, [30, '30 parsecs']);
  refused({ kind: 'dataSize' }, [8, '8 furlongs']);
  refused(size, ['Medium', 2, true]);
});

test('each type takes its own values', () => {
  assert.equal(readScalar({ kind: 'int' }, -(2 ** 31)), -(2 ** 31));
  assert.equal(readScalar({ kind: 'long' }, 2 ** 53 - 1), 2 ** 53 - 1);
  assert.equal(readScalar({ kind: 'bigint' }, 2n ** 70n), 2n ** 70n);
  assert.equal(readScalar({ kind: 'bigint' }, 12), 12n);
  assert.equal(readScalar({ kind: 'number' }, 2n ** 60n), 2 ** 60);
  assert.deepEqual(readScalar({ kind: 'duration' }, '30 seconds'), Duration.seconds(30));
  assert.deepEqual(readScalar({ kind: 'dataSize' }, '8KiB'), DataSize.kilobytes(8));
  assert.equal(readScalar(size, 'large'), 1);
  assert.equal(readScalar(size, 1), 1);
});

test('a mismatch says what was expected, and why where a parser refused', () => {
  assert.deepEqual(readScalar({ kind: 'int' }, 'x'), new Mismatch('whole number of 32 bits'));
  assert.deepEqual(
    readScalar({ kind: 'duration' }, '3 x'),
    new Mismatch('duration, as in "30 seconds"', 'Invalid duration: 3 x. Wrong time unit; use ns, us, ms, s, m, h, d or their names'),
  );
});

test('a text is read as the type where only text can come', () => {
  assert.equal(readScalarText({ kind: 'int' }, ' 42 '), 42);
  assert.equal(readScalarText({ kind: 'number' }, '1.5e3'), 1500);
  assert.equal(readScalarText({ kind: 'boolean' }, 'True'), true);
  assert.equal(readScalarText({ kind: 'text' }, ' a '), ' a ');
  assert.equal(readScalarText({ kind: 'bigint' }, '9007199254740993'), 9007199254740993n);
  assert.deepEqual(readScalarText({ kind: 'duration' }, '5m'), Duration.minutes(5));
  assert.equal(readScalarText(size, 'LARGE'), 1);
  assert.equal(readScalarText(size, '1'), 1);
  for (const text of ['', ' ', '0x10', '1_0', 'Infinity', '1e', 'NaN']) {
    assert.ok(readScalarText({ kind: 'number' }, text) instanceof Mismatch, text);
  }
  assert.ok(readScalarText({ kind: 'int' }, '1.5') instanceof Mismatch);
  assert.ok(readScalarText({ kind: 'boolean' }, 'yes') instanceof Mismatch);
});

test('a text with a fraction is no whole number, however small the fraction', () => {
  for (const text of ['0.99999999999999999999', '9007199254740990.6', '1e-30', '.1', '12.50', '1234e-3', '0.00000000000000000000000001']) {
    assert.ok(readScalarText({ kind: 'int' }, text) instanceof Mismatch, text);
    assert.ok(readScalarText({ kind: 'long' }, text) instanceof Mismatch, text);
  }
  const whole: readonly (readonly [string, number])[] = [
    ['1.0', 1],
    ['1.', 1],
    ['+5', 5],
    ['010', 10],
    ['1.5e1', 15],
    ['1500e-2', 15],
    ['0e-5', 0],
    ['.0', 0],
    ['-0.0', -0],
  ];
  for (const [text, value] of whole) assert.equal(readScalarText({ kind: 'int' }, text), value, text);
  assert.equal(readScalarText({ kind: 'long' }, '9007199254740991.0'), 9007199254740991);
});
