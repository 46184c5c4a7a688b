import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonIgnore, JsonProperty } from '../../src/json/json-annotations.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { Int, listOf, optional } from '../../src/reflection/type-token.js';
import { Optional } from '../../src/values/optional.js';

class Person {
  @JsonProperty name!: string;
  @JsonProperty(Int) age: number = 3;
  @JsonProperty(optional(Int)) animals!: Optional<number>;
  @JsonProperty(listOf(Person)) friends!: Person[];
  @JsonIgnore hidden?: string;
  nickname?: string;
}

const mapper = new JsonMapper();

test('JSON is read and written the same where every declared field is defined', () => {
  const person = mapper.read(Person, '{"name":"Ada","friends":[{}],"hidden":"x","nickname":"y"}');
  assert.deepEqual(Object.keys(person), ['name', 'age', 'animals', 'friends', 'hidden', 'nickname']);
  assert.equal(person.animals.isPresent(), false);
  assert.equal(person.hidden, undefined);
  assert.equal(
    mapper.write(person),
    '{"name":"Ada","age":3,"animals":null,"friends":[{"name":null,"age":3,"animals":null,"friends":null}]}',
  );
  person.nickname = 'Countess';
  assert.equal(mapper.write({ ...person, friends: [] }), '{"name":"Ada","age":3,"animals":null,"friends":[],"nickname":"Countess"}');
  assert.match(mapper.write(person), /"nickname":"Countess"\}$/);
});
