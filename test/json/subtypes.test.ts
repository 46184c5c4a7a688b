import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonPolymorphic, JsonTypeName } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';

@JsonPolymorphic({ defaultType: 'dog' })
abstract class Animal {}
@JsonTypeName('dog')
class Dog extends Animal {}
@JsonTypeName('cat')
class Cat extends Animal {}
@JsonTypeName('puppy')
class Puppy extends Dog {}
class Nameless extends Dog {}
@JsonPolymorphic()
abstract class Plant {}
@JsonTypeName('dog')
class DogRose extends Plant {}

test('a class is found by a base and its name', () => {
  const subtypes = new Subtypes().register(Dog, Cat, Puppy, DogRose);
  assert.equal(subtypes.find(Animal, 'dog'), Dog);
  assert.equal(subtypes.find(Plant, 'dog'), DogRose);
  assert.equal(subtypes.find(Dog, 'puppy'), Puppy);
  assert.equal(subtypes.find(Dog, 'cat'), undefined);
  assert.deepEqual(subtypes.namesOf(Animal), ['dog', 'cat', 'puppy']);
  assert.deepEqual(subtypes.of(Plant), [DogRose]);
});

test('the same class twice is registered once', () => {
  assert.deepEqual(new Subtypes().register(Dog, Dog).register(Dog).namesOf(Animal), ['dog']);
});

test('a name that another class of the base has is refused', () => {
  @JsonTypeName('cat')
  class OtherCat extends Animal {}
  assert.throws(() => new Subtypes().register(Cat, OtherCat), {
    code: 'KEELSON_JSON_SUBTYPE',
    message: 'OtherCat cannot be registered: "cat" among the subclasses of Animal is already Cat',
  });
});

test('a class without a name of its own is refused', () => {
  assert.throws(() => new Subtypes().register(Nameless), {
    message: "Nameless cannot be registered: it has no name of its own; mark it @JsonTypeName('…')",
  });
});

test('a class whose bases are not polymorphic is refused', () => {
  @JsonTypeName('stone')
  class Stone {}
  assert.throws(() => new Subtypes().register(Stone), {
    message: 'Stone cannot be registered: no class that it extends is marked @JsonPolymorphic',
  });
});
