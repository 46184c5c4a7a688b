// The same classes as a user would write them, compiled with "useDefineForClassFields": true, the default of newer targets: every declared
// field is then an own property of each instance from the start, undefined where it has no initialiser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AnnotationKind, placeOf, record } from '../../src/reflection/annotation.js';
import type { DecoratorArguments } from '../../src/reflection/annotation.js';
import { modelOf } from '../../src/reflection/class-model.js';
import { describeType } from '../../src/reflection/type-ref.js';

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
