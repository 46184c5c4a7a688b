import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonIgnore, JsonProperty, NotEmpty, Valid, listOf } from 'keelson';

import { forgottenAnnotations, forgottenIn } from '../../src/contract/forgotten-annotations.js';
import { Annotations } from '../../src/reflection/annotations.js';
import { modelOf } from '../../src/reflection/class-model.js';
import type { Class } from '../../src/reflection/type-ref.js';

class Address {
  @NotEmpty city!: string;
}

class Person {
  @JsonProperty name!: string;
  @JsonProperty(listOf(Address)) addresses: Address[] = [];
}

const plain = (type: Class) => ({
  type: { kind: 'class', type } as const,
  annotations: Annotations.none,
  place: 'People.add, parameter 1',
});

test('a place without @Valid is named with the class whose constraints do not count there', () => {
  assert.deepEqual(forgottenAnnotations(plain(Person), 'from JSON'), [
    'People.add, parameter 1: Address inside Person has constraints, which count only below @Valid; add @Valid, or @Valid(false) if they are not meant to count here',
  ]);
});

test('below @Valid, the fields that end the validation are named', () => {
  assert.deepEqual(forgottenIn(Person), [
    'Person.addresses: Address has constraints, which count only below @Valid; add @Valid, or @Valid(false) if they are not meant to count here',
  ]);
});

test('@Valid(false) says that constraints are not meant to count, and they do not', () => {
  class Draft {
    @Valid(false) @JsonProperty(listOf(Address)) addresses: Address[] = [];
    @Valid(false) @JsonProperty address!: Address;
  }
  assert.deepEqual([forgottenIn(Draft), forgottenAnnotations(plain(Draft), 'from JSON')], [[], []]);
  const { annotations, type } = modelOf(Draft).fields[1]!;
  assert.deepEqual(forgottenAnnotations({ type, annotations, place: 'Draft.address' }, 'from JSON'), []);
});

test('a field with a value and no annotation is named unless it is ignored on purpose', () => {
  class Preferences {
    @JsonProperty language: string = 'en';
    newsletter: boolean = false;
    @JsonIgnore loadedAt: number = 0;
    _cache: string = '';
    format = (): string => this.language;
  }
  assert.deepEqual(forgottenAnnotations(plain(Preferences), 'from JSON'), [
    'Preferences.newsletter: has no annotation, so it is never read from JSON; mark it @JsonProperty, or @JsonIgnore if that is meant',
  ]);
  assert.deepEqual(forgottenAnnotations(plain(Preferences), 'from parameters'), []);
});
