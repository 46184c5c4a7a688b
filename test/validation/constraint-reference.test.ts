import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as amounts from '../../src/validation/amount-constraints.js';
import * as booleans from '../../src/validation/boolean-constraints.js';
import * as dates from '../../src/validation/date-constraints.js';
import * as numbers from '../../src/validation/number-constraints.js';
import * as presence from '../../src/validation/presence-constraints.js';
import * as texts from '../../src/validation/text-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';

const page = readFileSync(new URL('../../../docs/validation.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `@'))
  .map((line) => {
    const [annotations, , messages] = line.split(/(?<!\\)\|/).slice(1);
    return { annotations: annotations!, messages: codes(messages ?? '') };
  });

const built = Object.assign({}, amounts, booleans, dates, numbers, presence, texts) as Readonly<Record<string, unknown>>;
const names = Object.keys(built).filter((name) => /^[A-Z]/.test(name));

const past = new Date(0);
const future = new Date(Date.UTC(9999, 0));
const { DecimalMax, DecimalMin, Digits, Max, Min, PortRange, Range } = numbers;

/** Each constraint as the page has it, with a value that it refuses. */
const refusals: readonly (readonly [name: string, constraint: unknown, refused: unknown])[] = [
  ['NotNull', presence.NotNull, null],
  ['Null', presence.Null, 1],
  ['NotEmpty', presence.NotEmpty, ''],
  ['NotBlank', presence.NotBlank, ' '],
  ['Length', texts.Length({ max: 5 }), 'longer'],
  ['Size', texts.Size({ min: 1 }), []],
  ['OneOf', texts.OneOf(['m', 'f']), 'x'],
  ['Pattern', texts.Pattern(/[a-z]+/), 'A'],
  ['Email', texts.Email, 'x'],
  ['URL', texts.URL, 'x'],
  ['UUID', texts.UUID, 'x'],
  ['Min', Min(3), 2],
  ['Max', Max(3), 4],
  ['DecimalMin', DecimalMin('0.5'), 0],
  ['DecimalMax', DecimalMax('0.5'), 1],
  ['DecimalMin', DecimalMin('0.5', { inclusive: false }), 0.5],
  ['DecimalMax', DecimalMax('0.5', { inclusive: false }), 0.5],
  ['Range', Range({ min: 1, max: 3 }), 4],
  ['Digits', Digits({ integer: 2, fraction: 2 }), 100],
  ['Positive', numbers.Positive, 0],
  ['PositiveOrZero', numbers.PositiveOrZero, -1],
  ['Negative', numbers.Negative, 0],
  ['NegativeOrZero', numbers.NegativeOrZero, 1],
  ['PortRange', PortRange, -1],
  ['AssertTrue', booleans.AssertTrue, false],
  ['AssertFalse', booleans.AssertFalse, true],
  ['Past', dates.Past, future],
  ['Future', dates.Future, past],
  ['PastOrPresent', dates.PastOrPresent, future],
  ['FutureOrPresent', dates.FutureOrPresent, past],
  ['MinDuration', amounts.MinDuration('30 seconds'), Duration.seconds(1)],
  ['MaxDuration', amounts.MaxDuration('30 seconds'), Duration.minutes(1)],
  ['DurationRange', amounts.DurationRange({ min: '10 minutes', max: '30 minutes' }), Duration.seconds(1)],
  ['MinDataSize', amounts.MinDataSize('30KiB'), DataSize.bytes(1)],
  ['MaxDataSize', amounts.MaxDataSize('30KiB'), DataSize.megabytes(1)],
  ['DataSizeRange', amounts.DataSizeRange({ min: '30KiB', max: '100KiB' }), DataSize.bytes(1)],
];

test('the manual lists every constraint', () => {
  const listed = rows.map(({ annotations }) => annotations).join(' ');
  assert.deepEqual(
    names.filter((name) => !new RegExp(`@${name}\\b`).test(listed)),
    [],
  );
});

test('every constraint is shown by this test', () => {
  assert.deepEqual([...new Set(refusals.map(([name]) => name))].toSorted(), names.toSorted());
});

for (const [name, annotation, refused] of refusals) {
  test(`the manual has the message of @${name} in its row`, () => {
    class Holder {
      value: unknown = refused;
    }
    (annotation as PropertyDecorator)(Holder.prototype, 'value');
    const [violation] = new Validator().validate(new Holder());
    const shown = rows.filter(({ annotations }) => new RegExp(`@${name}\\b`).test(annotations)).flatMap(({ messages }) => messages);
    assert.ok(shown.includes(violation?.message ?? ''), `${violation?.message} is not among ${shown.join(', ')}`);
  });
}

function codes(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}
