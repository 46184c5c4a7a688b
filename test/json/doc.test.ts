import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Doc, DocNote, docOf, docOfField } from '../../src/json/doc.js';
import { JsonProperty } from '../../src/json/json-annotations.js';
import { modelOf } from '../../src/reflection/class-model.js';
import { NotEmpty } from '../../src/validation/presence-constraints.js';

@Doc('A person.')
class Person {
  @Doc('Given and family name.') @JsonProperty @NotEmpty name: string = '';
  @Doc('In years.') @JsonProperty age: number = 0;
  @JsonProperty other: string = '';

  @Doc('Says hello.')
  greet(@Doc('Whom.') _whom: string): void {}
}

class Child extends Person {
  @JsonProperty override name: string = 'x';
  @Doc('In months.') @JsonProperty override age: number = 1;
}

test('@Doc describes a class, and not the classes that extend it', () => {
  assert.deepEqual([docOf(Person), docOf(Child)], ['A person.', undefined]);
});

test('@Doc describes a field, until a subclass describes it otherwise', () => {
  const described = (type: typeof Person) => ['name', 'age', 'other', 'none'].map((field) => docOfField(type, field));
  assert.deepEqual(described(Person), ['Given and family name.', 'In years.', undefined, undefined]);
  assert.deepEqual(described(Child), ['Given and family name.', 'In months.', undefined, undefined]);
});

test('@Doc describes methods and their parameters', () => {
  const [method] = modelOf(Person).methods;
  assert.deepEqual([method!.annotations.first(DocNote), method!.parameters[0]!.annotations.first(DocNote)], ['Says hello.', 'Whom.']);
});
