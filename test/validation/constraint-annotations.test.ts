import assert from 'node:assert/strict';
import { test } from 'node:test';

import { modelOf } from '../../src/reflection/class-model.js';
import { describeType } from '../../src/reflection/type-ref.js';
import {
  Each,
  Valid,
  ValidKind,
  Validated,
  ValidatedKind,
  ValidationMethod,
  ValidationMethodKind,
} from '../../src/validation/constraint-annotations.js';
import { RestrictionKind } from '../../src/validation/constraint.js';
import type { Restriction } from '../../src/validation/constraint.js';
import { Default, group } from '../../src/validation/groups.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Length, OneOf } from '../../src/validation/text-constraints.js';
import { Optional } from '../../src/values/optional.js';

const First = group('First');
const Second = group('Second', Default);

class Address {
  @NotEmpty street!: string;
}

class Person {
  @NotEmpty({ groups: First })
  @Length({ max: 5, groups: [First, Second] })
  name!: string;
  @Min(0) @Max(10) animals: Optional<number> = Optional.absent();
  @Valid address?: Address;
  @Each(NotEmpty, OneOf(['a', 'b'])) tags: string[] = [];
  @ValidationMethod({ message: 'no' }) isGood(): boolean {
    return true;
  }
  @Validated(First) @NotNull greet(@Validated(First, Second) @Valid who: Person): Person {
    return who;
  }
}

const written = (restriction: Restriction): unknown =>
  restriction.kind === 'constraint'
    ? [restriction.definition.name, restriction.attributes, restriction.groups.map((one) => one.name)]
    : restriction.restrictions.map(written);
const field = (name: string) => modelOf(Person).fields.find((one) => one.name === name)!;

test('constraints are recorded in the order written, with attributes and groups', () => {
  assert.deepEqual(field('name').annotations.all(RestrictionKind).map(written), [
    ['NotEmpty', {}, ['First']],
    ['Length', { min: 0, max: 5 }, ['First', 'Second']],
  ]);
});

test('a bound on an Optional whose content the compiler forgot says that it holds a number', () => {
  assert.equal(describeType(field('animals').type), 'optional number');
});

test('constraints of elements are recorded as one annotation', () => {
  assert.deepEqual(field('tags').annotations.all(RestrictionKind).map(written), [
    [
      ['NotEmpty', {}, ['Default']],
      ['OneOf', { value: ['a', 'b'], ignoreCase: false, ignoreWhitespace: false }, ['Default']],
    ],
  ]);
});

test('cascades, chosen groups and validation methods are recorded where they stand', () => {
  assert.equal(field('address').annotations.first(ValidKind), true);
  const [isGood, greet] = modelOf(Person).methods;
  assert.deepEqual(isGood!.annotations.all(ValidationMethodKind), [{ message: 'no', groups: [Default] }]);
  assert.deepEqual(greet!.annotations.first(ValidatedKind), [First]);
  assert.deepEqual(greet!.parameters[0]!.annotations.first(ValidatedKind), [First, Second]);
  assert.equal(greet!.parameters[0]!.annotations.first(ValidKind), true);
});
