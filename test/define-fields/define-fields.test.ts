// The same classes as a user would write them, compiled with "useDefineForClassFields": true, the default of newer targets: every declared
// field is then an own property of each instance from the start, undefined where it has no initialiser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonProperty } from '../../src/json/json-annotations.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { AnnotationKind, placeOf, record } from '../../src/reflection/annotation.js';
import type { DecoratorArguments } from '../../src/reflection/annotation.js';
import { modelOf } from '../../src/reflection/class-model.js';
import { describeType } from '../../src/reflection/type-ref.js';
import { listOf, optional } from '../../src/reflection/type-token.js';
import { NotEmpty } from '../../src/validation/presence-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { describeViolation } from '../../src/validation/violation.js';
import { Optional } from '../../src/values/optional.js';

const Note = new AnnotationKind<string>('Note', { merge: 'accumulate' });
const note =
  (text: string) =>
  (...args: DecoratorArguments) =>
    record(Note, text, placeOf(args));

class Base {
  @note('base') name!: string;
}

class Person extends Base {
  @note('own') override name: string = 'Ada';
  @note('age') age: number = 3;
  @note('getter') get shout(): string {
    return `${this.name}!`;
  }
}

test('fields really are defined on the instance in this build', () => {
  assert.deepEqual(Object.keys(new Person()), ['name', 'age']);
});

test('the model is the same as with assigned fields', () => {
  assert.deepEqual(
    modelOf(Person).fields.map((field) => [field.name, describeType(field.type), field.access, field.annotations.all(Note)]),
    [
      ['name', 'text', 'field', ['base', 'own']],
      ['age', 'number', 'field', ['age']],
      ['shout', 'text', 'getter', ['getter']],
    ],
  );
});

class Order {
  @NotEmpty customer!: string;
  @JsonProperty(listOf(String)) items: string[] = ['nothing'];
  @JsonProperty(optional(String)) note!: Optional<string>;
}

test('JSON becomes an instance whose missing properties keep their initialisers', () => {
  const order = new JsonMapper().read(Order, '{"customer":"Ada"}');
  assert.ok(order instanceof Order);
  assert.deepEqual({ ...order }, { customer: 'Ada', items: ['nothing'], note: Optional.absent() });
});

test('an instance is written with a null for what was never set', () => {
  assert.equal(new JsonMapper().write(new Order()), '{"customer":null,"items":["nothing"],"note":null}');
});

test('a field that is defined but never set is missing to its constraints', () => {
  assert.deepEqual(new Validator().validate(new Order()).map(describeViolation), ['customer may not be empty']);
});
