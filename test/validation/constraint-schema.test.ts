import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Ajv2020 } from 'ajv/dist/2020.js';

import { allOf } from '../../src/schema/all-of.js';
import { AssertFalse, AssertTrue } from '../../src/validation/boolean-constraints.js';
import { constraint, restrictionOf } from '../../src/validation/constraint.js';
import type { ConstraintUse, SchemaKind } from '../../src/validation/constraint.js';
import { Past } from '../../src/validation/date-constraints.js';
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
import { Email, Length, OneOf, Pattern, Size, URL as WebAddress, UUID } from '../../src/validation/text-constraints.js';

function schemaOf(annotation: unknown, kind: SchemaKind): object | undefined {
  const { definition, attributes } = restrictionOf(annotation) as ConstraintUse;
  return definition.schema?.(attributes, kind);
}

const Even = constraint<number>({ name: 'Min', message: 'must be even', test: (value) => value % 2 === 0 });
const Multiple = constraint<number, { of: number }>({
  name: 'Max',
  message: 'must be a multiple of {of}',
  test: (value, { of }) => value % of === 0,
  schema: ({ of }, kind) => (kind === 'number' ? { multipleOf: of } : undefined),
});

const said: readonly (readonly [what: string, annotation: unknown, kind: SchemaKind, schema: object | undefined])[] = [
  ['@Min', Min(3), 'number', { minimum: 3 }],
  ['@Max of a bigint', Max(2n ** 60n), 'number', { maximum: 2 ** 60 }],
  ['@Max of infinity', Max(Infinity), 'number', {}],
  ['@DecimalMin', DecimalMin('1.5'), 'number', { minimum: 1.5 }],
  ['@DecimalMax without the bound', DecimalMax('1.5', { inclusive: false }), 'number', { exclusiveMaximum: 1.5 }],
  ['@Range', Range({ min: 1, max: 3 }), 'number', { minimum: 1, maximum: 3 }],
  ['@PortRange', PortRange, 'number', { anyOf: [{ const: 0 }, { type: 'integer', minimum: 1, maximum: 65535 }] }],
  ['@Positive', Positive, 'number', { exclusiveMinimum: 0 }],
  ['@PositiveOrZero', PositiveOrZero, 'number', { minimum: 0 }],
  ['@Negative', Negative, 'number', { exclusiveMaximum: 0 }],
  ['@NegativeOrZero', NegativeOrZero, 'number', { maximum: 0 }],
  ['@Digits', Digits({ integer: 2, fraction: 0 }), 'number', { exclusiveMinimum: -100, exclusiveMaximum: 100, multipleOf: 1 }],
  ['@Digits with a fraction', Digits({ integer: 1, fraction: 2 }), 'number', { exclusiveMinimum: -10, exclusiveMaximum: 10 }],
  ['@AssertTrue', AssertTrue, 'boolean', { const: true }],
  ['@AssertFalse', AssertFalse, 'boolean', { const: false }],
  ['@Length', Length({ min: 1, max: 3 }), 'text', { minLength: 1, maxLength: 3 }],
  ['@Length without limits', Length({}), 'text', {}],
  ['@Length up to the largest of all', Length({ max: 2147483646 }), 'text', { maxLength: 2147483646 }],
  ['@Size of text', Size({ min: 2 }), 'text', { minLength: 2 }],
  ['@Size of a list', Size({ min: 1, max: 3 }), 'list', { minItems: 1, maxItems: 3 }],
  ['@Size of a set, in which repeated values are one', Size({ min: 1, max: 3 }), 'set', { minItems: 1 }],
  ['@Size of a map', Size({ min: 1, max: 3 }), 'map', { minProperties: 1, maxProperties: 3 }],
  ['@NotEmpty of text', NotEmpty, 'text', { minLength: 1 }],
  ['@NotEmpty of a map', NotEmpty, 'map', { minProperties: 1 }],
  ['@NotEmpty of something else', NotEmpty, 'other', {}],
  ['@NotBlank', NotBlank, 'text', { pattern: '\\S' }],
  ['@Null', Null, 'text', { not: {} }],
  ['@OneOf', OneOf(['a', 'b']), 'text', { enum: ['a', 'b'] }],
  ['@OneOf in any case', OneOf(['a+', 'b'], { ignoreCase: true }), 'text', { pattern: '^(?:[Aa]\\+|[Bb])$' }],
  ['@OneOf between blanks', OneOf(['a'], { ignoreWhitespace: true }), 'text', { pattern: '^\\s*(?:a)\\s*$' }],
  ['@Pattern', Pattern(/a|b/g), 'text', { pattern: '^(?:a|b)$' }],
  ['@Pattern with flags that schemas do not know', Pattern(/a/i), 'text', undefined],
  ['@Pattern that is no expression with the flag "u"', Pattern('\\-'), 'text', undefined],
  ['@Email', Email, 'text', { pattern: '^(?:[^@]+@[^@]+)?$' }],
  ['@URL', WebAddress, 'text', { pattern: '^$|^(?:[Hh][Tt][Tt][Pp]|[Hh][Tt][Tt][Pp][Ss]|[Ff][Tt][Pp]):\\/\\/[^/]' }],
  ['@URL of a protocol', WebAddress({ protocol: 'x+y' }), 'text', { pattern: '^$|^[Xx]\\+[Yy]:' }],
  ['@UUID', UUID, 'text', { pattern: '^[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$' }],
  ['@NotNull, which is about presence', NotNull, 'text', undefined],
  ['@Past, which a schema cannot know', Past, 'other', undefined],
  ['a constraint of your own that has the name of another', Even, 'number', undefined],
  ['a constraint of your own with a schema', Multiple({ of: 3 }), 'number', { multipleOf: 3 }],
  ['a constraint of your own for another kind', Multiple({ of: 3 }), 'text', undefined],
];
for (const [what, annotation, kind, schema] of said) {
  test(`${what} says ${JSON.stringify(schema) ?? 'nothing'}`, () => {
    assert.deepEqual(schemaOf(annotation, kind), schema);
    new Ajv2020({ strict: true, strictTypes: false }).compile(schema ?? {});
  });
}

test('schemas that say the same of a value are merged to the stricter one, others are kept side by side', () => {
  assert.deepEqual(allOf({ type: 'number', minimum: 1 }, { minimum: 5 }, { minimum: 3, maximum: 9 }, { maximum: 7 }), {
    type: 'number',
    minimum: 5,
    maximum: 7,
  });
  assert.deepEqual(allOf({ pattern: 'a' }, { pattern: 'b', maxLength: 3 }, { pattern: 'a', enum: ['x'] }, { enum: ['y'], maxLength: 2 }), {
    pattern: 'a',
    maxLength: 2,
    enum: ['x'],
    allOf: [{ pattern: 'b' }, { enum: ['y'] }],
  });
  assert.deepEqual(allOf({ allOf: [{ pattern: 'a' }], pattern: 'b' }, { pattern: 'c' }), {
    pattern: 'b',
    allOf: [{ pattern: 'a' }, { pattern: 'c' }],
  });
  assert.deepEqual(allOf({ multipleOf: 2 }, { multipleOf: 3 }), { multipleOf: 2, allOf: [{ multipleOf: 3 }] });
});
