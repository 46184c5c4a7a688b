import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';

import {
  DurationRange,
  MaxDuration,
  MaxDataSize,
  MinDuration,
  MinDataSize,
  DataSizeRange,
} from '../../src/validation/amount-constraints.js';
import { AssertFalse, AssertTrue } from '../../src/validation/boolean-constraints.js';
import { Future, FutureOrPresent, Past, PastOrPresent } from '../../src/validation/date-constraints.js';
import {
  DecimalMax,
  DecimalMin,
  Digits,
  Max,
  Min,
  Negative,
  NegativeOrZero,
  PortRange,
  Positive,
  PositiveOrZero,
  Range,
} from '../../src/validation/number-constraints.js';
import { NotBlank, NotEmpty, NotNull, Null } from '../../src/validation/presence-constraints.js';
import { Email, Length, OneOf, Pattern, Size, URL, UUID } from '../../src/validation/text-constraints.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import { bothValidators } from './both-validators.js';

type Annotation = (target: object, member: string) => void;

/** A class with one field that carries the constraint; no type is declared, so that any value can be shown to it. */
function holding(annotation: unknown): new () => { value: unknown } {
  class Holder {
    value: unknown;
  }
  (annotation as Annotation)(Holder.prototype, 'value');
  return Holder;
}

const later = new Date(Date.now() + 1e9);
const earlier = new Date(Date.now() - 1e9);
const long = 'a'.repeat(64);

const cases: readonly { what: string; constraint: unknown; valid: readonly unknown[]; invalid: readonly unknown[]; message: string }[] = [
  { what: '@NotNull', constraint: NotNull, valid: ['', 0, false, {}], invalid: [null, undefined], message: 'may not be null' },
  { what: '@Null', constraint: Null, valid: [null, undefined], invalid: ['', 0], message: 'must be null' },
  {
    what: '@NotEmpty',
    constraint: NotEmpty,
    valid: ['a', ' ', [0], new Set([0]), new Map([[0, 0]]), { a: 0 }],
    invalid: [null, undefined, '', [], new Set(), new Map(), {}, 3],
    message: 'may not be empty',
  },
  { what: '@NotBlank', constraint: NotBlank, valid: ['a', ' a '], invalid: [null, undefined, '', ' \t\n', 3], message: 'may not be empty' },
  { what: '@AssertTrue', constraint: AssertTrue, valid: [null, true], invalid: [false, 1], message: 'must be true' },
  { what: '@AssertFalse', constraint: AssertFalse, valid: [null, false], invalid: [true, 0], message: 'must be false' },
  {
    what: '@Min(3)',
    constraint: Min(3),
    valid: [null, 3, 3.5, 4n],
    invalid: [2, 2n, NaN, '4'],
    message: 'must be greater than or equal to 3',
  },
  {
    what: '@Max(3)',
    constraint: Max(3),
    valid: [null, 3, -1, 3n],
    invalid: [4, 4n, 3.1, NaN, '1'],
    message: 'must be less than or equal to 3',
  },
  {
    what: '@Max beyond 2^53',
    constraint: Max(9007199254740993n),
    valid: [9007199254740993n],
    invalid: [9007199254740994n],
    message: 'must be less than or equal to 9007199254740993',
  },
  {
    what: "@DecimalMin('0.5')",
    constraint: DecimalMin('0.5'),
    valid: [null, 0.5, 1n],
    invalid: [0.4, 0n],
    message: 'must be greater than or equal to 0.5',
  },
  {
    what: '@DecimalMin, exclusive',
    constraint: DecimalMin(0.5, { inclusive: false }),
    valid: [null, 0.6],
    invalid: [0.5],
    message: 'must be greater than 0.5',
  },
  {
    what: '@DecimalMin beyond 2^53',
    constraint: DecimalMin('9007199254740993'),
    valid: [9007199254740993n],
    invalid: [9007199254740992n],
    message: 'must be greater than or equal to 9007199254740993',
  },
  {
    what: '@DecimalMax',
    constraint: DecimalMax('1.25'),
    valid: [null, 1.25],
    invalid: [1.26],
    message: 'must be less than or equal to 1.25',
  },
  {
    what: '@DecimalMax, exclusive',
    constraint: DecimalMax('1.25', { inclusive: false }),
    valid: [1.24],
    invalid: [1.25],
    message: 'must be less than 1.25',
  },
  {
    what: '@Digits',
    constraint: Digits({ integer: 2, fraction: 2 }),
    valid: [null, 0, 12, -12.34, 0.05, 99n],
    invalid: [123, 1.234, 1e21, 1e-7, NaN, Infinity, 100n, '1'],
    message: 'numeric value out of bounds (<2 digits>.<2 digits> expected)',
  },
  {
    what: '@Digits of a fraction',
    constraint: Digits({ integer: 0, fraction: 7 }),
    valid: [1e-7, 0],
    invalid: [1, 1.5e-7],
    message: 'numeric value out of bounds (<0 digits>.<7 digits> expected)',
  },
  {
    what: '@Range',
    constraint: Range({ min: 1, max: 3 }),
    valid: [null, 1, 3, 2n],
    invalid: [0, 4, NaN, '2'],
    message: 'must be between 1 and 3',
  },
  { what: '@Positive', constraint: Positive, valid: [null, 1, 0.1, 1n], invalid: [0, -1, NaN], message: 'must be greater than 0' },
  {
    what: '@PositiveOrZero',
    constraint: PositiveOrZero,
    valid: [null, 0, 1],
    invalid: [-0.1, -1n],
    message: 'must be greater than or equal to 0',
  },
  { what: '@Negative', constraint: Negative, valid: [null, -1], invalid: [0, 1], message: 'must be less than 0' },
  { what: '@NegativeOrZero', constraint: NegativeOrZero, valid: [null, -1, 0], invalid: [1], message: 'must be less than or equal to 0' },
  {
    what: '@PortRange',
    constraint: PortRange,
    valid: [null, 0, 1, 65535],
    invalid: [-1, 70000, 1.5, '80'],
    message: 'must be between 1 and 65535',
  },
  {
    what: '@PortRange with bounds',
    constraint: PortRange({ min: 10000, max: 15000 }),
    valid: [0, 10000, 15000],
    invalid: [8000, 20000],
    message: 'must be between 10000 and 15000',
  },
  {
    what: '@Length',
    constraint: Length({ min: 3, max: 5 }),
    valid: [null, 'abc', 'abcde'],
    invalid: ['', 'ab', 'abcdef', 3],
    message: 'length must be between 3 and 5',
  },
  {
    what: '@Length, least',
    constraint: Length({ min: 3 }),
    valid: ['abc'],
    invalid: ['hi'],
    message: 'length must be between 3 and 2147483647',
  },
  {
    what: '@Length, most',
    constraint: Length({ max: 3 }),
    valid: ['', 'abc'],
    invalid: ['abcd'],
    message: 'length must be between 0 and 3',
  },
  {
    what: '@Size',
    constraint: Size({ min: 1, max: 2 }),
    valid: [null, 'a', [1, 2], new Set([1]), new Map([[1, 1]]), { a: 1 }],
    invalid: ['', 'abc', [], [1, 2, 3], new Set(), {}, 1],
    message: 'size must be between 1 and 2',
  },
  {
    what: '@OneOf',
    constraint: OneOf(['one', 'two', 'three']),
    valid: [null, 'one', 'three'],
    invalid: ['four', 'ONE', ' one', '', {}],
    message: 'must be one of [one, two, three]',
  },
  {
    what: '@OneOf, numbers by their text',
    constraint: OneOf(['1', 'true']),
    valid: [1, 1n, true],
    invalid: [2, false],
    message: 'must be one of [1, true]',
  },
  {
    what: '@OneOf, case ignored',
    constraint: OneOf(['One'], { ignoreCase: true }),
    valid: ['ONE', 'one'],
    invalid: [' one'],
    message: 'must be one of [One]',
  },
  {
    what: '@OneOf, white space ignored',
    constraint: OneOf(['one', 'a b'], { ignoreWhitespace: true }),
    valid: ['   one  ', 'a b'],
    invalid: ['o ne', 'ab'],
    message: 'must be one of [one, a b]',
  },
  {
    what: '@Pattern',
    constraint: Pattern(/^(asc|desc)$/),
    valid: [null, 'asc'],
    invalid: ['foo', 'asc\n', 'xasc', 3],
    message: 'must match "^(asc|desc)$"',
  },
  {
    what: '@Pattern, of the whole text',
    constraint: Pattern('a|ab'),
    valid: ['a', 'ab'],
    invalid: ['abc', 'xa', 'a\nx'],
    message: 'must match "a|ab"',
  },
  { what: '@Pattern, flags', constraint: Pattern(/^\w+$/gim), valid: ['A'], invalid: ['a\nb', 'a-'], message: 'must match "^\\w+$"' },
  {
    what: '@Email',
    constraint: Email,
    valid: [null, '', 'a@b', 'ada.lovelace+x@example.org', 'ö@exämple.de', `${long}@example.org`, 'a@b--c.de', "o'neil@example.org"],
    invalid: [
      'a',
      '@',
      'a@',
      '@b',
      'a@b@c',
      'a b@c',
      '.a@b',
      'a.@b',
      'a..b@c',
      'a@-b',
      'a@b-',
      'a@b..c',
      'a@b.',
      `${long}a@b`,
      `a@${long}`,
      `a@${'ab.'.repeat(90)}c`,
      3,
    ],
    message: 'not a well-formed email address',
  },
  {
    what: '@URL',
    constraint: URL,
    valid: [null, '', 'http://example.org', 'https://example.org:8443/a?b#c', 'ftp://example.org', 'HTTP://example.org'],
    invalid: ['example.org', '/a', 'http://', 'http:///a', 'javascript:alert(1)', 'mailto:a@b', 'http://a b', 3],
    message: 'must be a valid URL',
  },
  {
    what: '@URL, characters that the parser of addresses steps over',
    constraint: URL,
    valid: ['http://example.org/ä/日本/😀?q=%20%0a#é', 'http://bücher.example'],
    invalid: [
      'http://example.org/\r\nSet-Cookie: a=b',
      'http://exam\nple.org',
      'http://example.org/a\tb',
      ' http://example.org',
      'http://example.org ',
      'http://example.org/a b',
      'http://example.org/\u0000',
      'http://example.org/\u007f',
      'http://example.org/\u0085',
      'http://example.org/\u00a0',
      'http://exam\u00adple.org',
      'http://example.org/\u2028',
      'http://example.org/\u202e',
      'http://example.org/\ufeff',
      'http://example.org/\ud800',
      'http://example.org\\@example.com',
    ],
    message: 'must be a valid URL',
  },
  {
    what: '@URL of a protocol, characters that the parser of addresses steps over',
    constraint: URL({ protocol: 'data' }),
    valid: ['data:,a'],
    invalid: ['data:,a\nb', 'data:,a b', '\tdata:,a'],
    message: 'must be a valid URL',
  },
  {
    what: '@Email, characters that do not show',
    constraint: Email,
    valid: ['jörg@bücher.example', '日本@例え.jp', '😀@example.org'],
    invalid: [
      'a\u0085b@example.org',
      'a\u2028b@example.org',
      'a\u202eb@example.org',
      'a\u00a0b@example.org',
      'a\u200bb@example.org',
      'a\ud800b@example.org',
      'a@exam\udc00ple.org',
      'a@exam\u00adple.org',
    ],
    message: 'not a well-formed email address',
  },
  {
    what: '@Length of text beyond the first plane, which counts code points',
    constraint: Length({ min: 2, max: 3 }),
    valid: ['😀😀', '😀😀😀', 'a😀', '\ud800\ud800', '\udc00\ud800a'],
    invalid: ['😀', '😀😀😀😀', 'a😀b😀', '\ud800', '😀'.repeat(1000)],
    message: 'length must be between 2 and 3',
  },
  {
    what: '@Size of text beyond the first plane, which counts code points',
    constraint: Size({ min: 2, max: 3 }),
    valid: ['😀😀', '😀😀😀', 'a😀', [1, 2]],
    invalid: ['😀', '😀😀😀😀', [1]],
    message: 'size must be between 2 and 3',
  },
  {
    what: '@URL with demands',
    constraint: URL({ protocol: 'https', host: 'example.org', port: 443 }),
    valid: ['https://example.org/a', 'https://EXAMPLE.org:443'],
    invalid: ['http://example.org', 'https://example.com', 'https://example.org:8443'],
    message: 'must be a valid URL',
  },
  {
    what: '@UUID',
    constraint: UUID,
    valid: [null, '123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    invalid: ['', '123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-42661417400', 'g23e4567-e89b-12d3-a456-426614174000', 3],
    message: 'must be a valid UUID',
  },
  {
    what: '@Past',
    constraint: Past,
    valid: [null, earlier],
    invalid: [later, new Date(NaN), '2000-01-01'],
    message: 'must be in the past',
  },
  { what: '@Future', constraint: Future, valid: [null, later], invalid: [earlier, new Date(NaN)], message: 'must be in the future' },
  {
    what: '@PastOrPresent',
    constraint: PastOrPresent,
    valid: [null, earlier],
    invalid: [later],
    message: 'must be a date in the past or in the present',
  },
  {
    what: '@FutureOrPresent',
    constraint: FutureOrPresent,
    valid: [null, later],
    invalid: [earlier],
    message: 'must be a date in the present or in the future',
  },
  {
    what: '@MinDuration',
    constraint: MinDuration('30 seconds'),
    valid: [null, Duration.seconds(30), Duration.minutes(1)],
    invalid: [Duration.seconds(10), 30],
    message: 'must be greater than or equal to 30 SECONDS',
  },
  {
    what: '@MinDuration, exclusive',
    constraint: MinDuration(Duration.seconds(30), { inclusive: false }),
    valid: [Duration.seconds(31)],
    invalid: [Duration.seconds(30)],
    message: 'must be greater than 30 SECONDS',
  },
  {
    what: '@MaxDuration',
    constraint: MaxDuration('30s'),
    valid: [null, Duration.milliseconds(30000)],
    invalid: [Duration.hours(1)],
    message: 'must be less than or equal to 30 SECONDS',
  },
  {
    what: '@MaxDuration, exclusive',
    constraint: MaxDuration('1 minute', { inclusive: false }),
    valid: [Duration.seconds(59)],
    invalid: [Duration.seconds(60)],
    message: 'must be less than 1 MINUTES',
  },
  {
    what: '@DurationRange',
    constraint: DurationRange({ min: '10 minutes', max: '30 minutes' }),
    valid: [null, Duration.minutes(10), Duration.minutes(30)],
    invalid: [Duration.minutes(9), Duration.hours(1)],
    message: 'must be between 10 MINUTES and 30 MINUTES',
  },
  {
    what: '@MinDataSize',
    constraint: MinDataSize('30KB'),
    valid: [null, DataSize.kilobytes(30)],
    invalid: [DataSize.bytes(30), 30],
    message: 'must be greater than or equal to 30 KILOBYTES',
  },
  {
    what: '@MaxDataSize',
    constraint: MaxDataSize('30KiB'),
    valid: [DataSize.kilobytes(30)],
    invalid: [DataSize.megabytes(1)],
    message: 'must be less than or equal to 30 KILOBYTES',
  },
  {
    what: '@DataSizeRange',
    constraint: DataSizeRange({ min: '10KB', max: '100KB' }),
    valid: [null, DataSize.kilobytes(10)],
    invalid: [DataSize.bytes(10), DataSize.megabytes(1)],
    message: 'must be between 10 KILOBYTES and 100 KILOBYTES',
  },
];

for (const { name, validator } of bothValidators) {
  for (const { what, constraint, valid, invalid, message } of cases) {
    test(`${name}: ${what} accepts what it should, and says "${message}" of the rest`, () => {
      const Holder = holding(constraint);
      const found = (value: unknown) =>
        validator.validate(Object.assign(new Holder(), { value })).map((one) => `${one.path} ${one.message}`);
      for (const value of valid) assert.deepEqual(found(value), [], `accepts ${inspect(value)}`);
      for (const value of invalid) {
        assert.deepEqual(found(value), [`value ${message}`], `refuses ${inspect(value)}`);
      }
    });
  }
}

test('an e-mail check and a UUID check do not run away on long hostile texts', () => {
  const hostile = [
    `${'a'.repeat(200000)}@`,
    `a@${'a-'.repeat(100000)}`,
    `${'a.'.repeat(100000)}@b`,
    `a@${'a.'.repeat(100000)}`,
    '@'.repeat(200000),
    `a@${'-'.repeat(200000)}b!`,
  ];
  for (const { validator } of bothValidators) {
    for (const annotation of [Email, UUID, URL]) {
      const Holder = holding(annotation);
      for (const value of hostile) assert.equal(validator.validate(Object.assign(new Holder(), { value })).length, 1);
    }
  }
});
