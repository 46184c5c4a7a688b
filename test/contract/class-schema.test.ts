import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { Int, JsonMapper, JsonMappingError, JsonProperty, Length, Min, NotEmpty, Valid, listOf, standardSchema } from 'keelson';
import { Validator } from 'keelson/validation';

class Pet {
  @JsonProperty @NotEmpty name!: string;
}

class Person {
  @JsonProperty @NotEmpty @Length({ max: 5 }) name!: string;
  @JsonProperty(Int) @Min(0) age?: number;
  @JsonProperty(listOf(Pet)) @Valid pets: Pet[] = [];
}

const { vendor, version, validate } = standardSchema(Person)['~standard'];

test('a class is a schema for other libraries: valid values become instances', () => {
  const result = validate({ name: 'Ada', age: 36, pets: [{ name: 'Rex' }] });
  assert.deepEqual({ vendor, version, result }, { vendor: 'keelson', version: 1, result: { value: personOf({ name: 'Ada', age: 36 }) } });
  assert.ok('value' in result && result.value instanceof Person && result.value.pets[0] instanceof Pet);
});

test('what its constraints and types refuse are issues with their paths', () => {
  assert.deepEqual(validate({ name: 'Adalbert', age: -1, pets: [{ name: '' }] }), {
    issues: [
      { message: 'length must be between 0 and 5', path: ['name'] },
      { message: 'must be greater than or equal to 0', path: ['age'] },
      { message: 'may not be empty', path: ['pets', 0, 'name'] },
    ],
  });
  assert.deepEqual(validate({ name: 7, pets: ['Rex'] }), {
    issues: [
      { message: 'expected text, found number 7', path: ['name'] },
      { message: 'expected Pet, found text "Rex"', path: ['pets', 0] },
    ],
  });
  assert.deepEqual(
    [validate(null), validate(undefined), validate('Ada')],
    [
      { issues: [{ message: 'expected Person, found null' }] },
      { issues: [{ message: 'expected Person, found nothing' }] },
      { issues: [{ message: 'expected Person, found text "Ada"', path: [] }] },
    ],
  );
});

test('it agrees with mapper and validator on generated values', () => {
  const mapper = new JsonMapper();
  const validator = new Validator();
  const accepted = (value: object): boolean => {
    try {
      const read = mapper.readValue(Person, value);
      return read !== null && validator.validate(read).length === 0;
    } catch (error) {
      assert.ok(error instanceof JsonMappingError);
      return false;
    }
  };
  const pet = fc.record({ name: fc.oneof(fc.string({ maxLength: 2 }), fc.integer()) });
  const documents = fc.record(
    {
      name: fc.oneof(fc.string({ maxLength: 8 }), fc.integer()),
      age: fc.oneof(fc.integer({ min: -2, max: 5 }), fc.double()),
      pets: fc.array(pet),
    },
    { requiredKeys: [] },
  );
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(documents, (value) => {
      const result = validate(value);
      const isAccepted = !('then' in result) && result.issues === undefined;
      seen[isAccepted ? 'accepted' : 'refused']++;
      return isAccepted === accepted(value);
    }),
    { numRuns: 1000 },
  );
  assert.ok(seen.accepted > 10 && seen.refused > 10, JSON.stringify(seen));
});

function personOf(fields: Partial<Person>): Person {
  return Object.assign(new Person(), fields, { pets: [Object.assign(new Pet(), { name: 'Rex' })] });
}
