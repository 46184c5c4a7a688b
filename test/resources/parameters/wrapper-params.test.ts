import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NotFoundException } from '../../../src/http/web-application-exception.js';
import { AbstractParam } from '../../../src/resources/parameters/abstract-param.js';
import { ParameterFormatException } from '../../../src/resources/parameters/parameter-format-exception.js';
import {
  DateTimeParam,
  EpochMillisecondsParam,
  EpochSecondsParam,
  InstantParam,
  LocalDateParam,
  LocalDateTimeParam,
  LocalTimeParam,
  YearMonthParam,
  YearParam,
  ZoneIdParam,
} from '../../../src/resources/parameters/time-params.js';
import {
  BooleanParam,
  DataSizeParam,
  DurationParam,
  IntParam,
  LongParam,
  NonEmptyStringParam,
  UUIDParam,
} from '../../../src/resources/parameters/wrapper-params.js';
import { Duration } from '../../../src/values/duration.js';

type WrapperClass = new (raw: string) => AbstractParam<unknown>;

const uuid = '067e6162-3b6f-4ae2-a171-2470b63dff00';
const good: readonly (readonly [WrapperClass, string, unknown])[] = [
  [IntParam, '42', 42],
  [IntParam, '-2147483648', -2147483648],
  [IntParam, '+5', 5],
  [IntParam, '-0', 0],
  [IntParam, '007', 7],
  [LongParam, '9007199254740991', 9007199254740991],
  [LongParam, '-9007199254740991', -9007199254740991],
  [BooleanParam, 'tRuE', true],
  [BooleanParam, 'FALSE', false],
  [UUIDParam, uuid.toUpperCase(), uuid],
  [InstantParam, '2012-11-19T13:37:00Z', new Date(Date.UTC(2012, 10, 19, 13, 37))],
  [InstantParam, '2012-11-19T13:37:00.5+01:00', new Date(Date.UTC(2012, 10, 19, 12, 37, 0, 500))],
  [DateTimeParam, '2012-11-19', new Date(Date.UTC(2012, 10, 19))],
  [DateTimeParam, '2012-11-19T13:37', new Date(Date.UTC(2012, 10, 19, 13, 37))],
  [EpochMillisecondsParam, '1488751730055', new Date(1488751730055)],
  [EpochSecondsParam, '1488752017', new Date(1488752017000)],
  [LocalDateParam, '2012-11-20', '2012-11-20'],
  [LocalTimeParam, '12:34:56.078', '12:34:56.078'],
  [LocalDateTimeParam, '2012-11-19T13:37', '2012-11-19T13:37'],
  [YearParam, '2012', 2012],
  [YearMonthParam, '2012-11', '2012-11'],
  [ZoneIdParam, 'Europe/Berlin', 'Europe/Berlin'],
];

for (const [type, raw, value] of good) {
  test(`${type.name} takes "${raw}"`, () => assert.deepEqual(new type(raw).get(), value));
}

const bad: readonly (readonly [WrapperClass, string, string])[] = [
  ...['foo', '', ' 1', '1.0', '2147483648', '1e3', '0x10', '-', '١'].map((raw) => [IntParam, raw, 'Parameter is not a number.'] as const),
  ...['foo', '', '9007199254740992', '1'.repeat(400)].map((raw) => [LongParam, raw, 'Parameter is not a number.'] as const),
  ...['yes', '1', ''].map((raw) => [BooleanParam, raw, 'Parameter must be "true" or "false".'] as const),
  [UUIDParam, 'foo', 'Parameter is not a UUID.'],
  [UUIDParam, `${uuid}0`, 'Parameter is not a UUID.'],
  [DurationParam, 'invalid', 'Parameter is not a valid duration.'],
  [DataSizeParam, 'invalid', 'Parameter is not a valid size.'],
  [InstantParam, '2012-11-19', 'Parameter must be in a ISO-8601 format.'],
  [InstantParam, '2012-02-30T00:00:00Z', 'Parameter must be in a ISO-8601 format.'],
  [DateTimeParam, 'yesterday', 'Parameter must be in a ISO-8601 format.'],
  [EpochMillisecondsParam, '1e30', 'Parameter is not a number.'],
  [EpochSecondsParam, '8640000000001', 'Parameter is not a number.'],
  [LocalDateParam, '2013-02-29', 'Parameter is invalid: write a date as yyyy-MM-dd'],
  [LocalTimeParam, '24:00', 'Parameter is invalid: write a time as HH:mm:ss'],
  [LocalDateTimeParam, '2012-11-19 13:37', 'Parameter is invalid: write a date and time as yyyy-MM-ddTHH:mm:ss'],
  [YearParam, '12', 'Parameter is invalid: write a year as yyyy'],
  [YearMonthParam, '2012-13', 'Parameter is invalid: write a month as yyyy-MM'],
  [ZoneIdParam, 'Mars/Olympus', 'Parameter is invalid: write a time zone as in Europe/Berlin'],
];

for (const [type, raw, message] of bad) {
  test(`${type.name} refuses ${JSON.stringify(raw.slice(0, 40))}`, () => {
    assert.throws(() => new type(raw), { name: 'ParameterFormatException', message });
  });
}

test('a duration and a size are parsed as everywhere else', () => {
  assert.equal(new DurationParam('10 seconds').get().toMilliseconds(), Duration.seconds(10).toMilliseconds());
  assert.equal(new DataSizeParam('10KiB').get().toBytes(), 10 * 1024);
});

test('an empty text makes a NonEmptyStringParam absent, never undefined', () => {
  assert.equal(new NonEmptyStringParam('').get().isPresent(), false);
  assert.equal(new NonEmptyStringParam('Goodbye').get().get(), 'Goodbye');
});

test('a wrapper of your own says what it throws, with the name of the parameter', () => {
  class ThrowingParam extends AbstractParam<string> {
    protected parse(): string {
      throw new Error('out of paint');
    }
  }
  assert.throws(
    () => new ThrowingParam('x'),
    (error: unknown) =>
      error instanceof ParameterFormatException &&
      error.message === 'Parameter is invalid: out of paint' &&
      error.messageFor('query param $& x') === 'query param $& x is invalid: out of paint',
  );
});

test('a web-application exception of a wrapper of your own is left alone', () => {
  class StrictParam extends AbstractParam<string> {
    protected parse(): string {
      throw new NotFoundException();
    }
  }
  assert.throws(() => new StrictParam('x'), NotFoundException);
});
