import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  IgnoreMark,
  JsonIgnore,
  JsonPolymorphic,
  JsonProperty,
  JsonSnakeCase,
  JsonTypeName,
  PolymorphismNote,
  PropertyNote,
  Secret,
  SecretMark,
  SnakeCaseMark,
} from '../../src/json/json-annotations.js';
import { modelOf } from '../../src/reflection/class-model.js';
import { describeType } from '../../src/reflection/type-ref.js';
import { Int, Json, mapOf, enumOf, listOf, recordOf, optional, setOf } from '../../src/reflection/type-token.js';
import { Optional } from '../../src/values/optional.js';

enum Choice {
  A = 'a',
  B = 'b',
}

interface Shape {
  sides: number;
}

class Address {
  @JsonProperty street!: string;
}

@JsonSnakeCase
class Person {
  @JsonProperty name!: string;
  @JsonProperty('e-mail') email?: string;
  @JsonProperty(Int) age!: number;
  @JsonProperty('all-tags', listOf(String)) tags!: string[];
  @JsonProperty(enumOf(Choice)) choice!: Choice;
  @JsonProperty(optional(Int)) animals!: Optional<number>;
  @JsonProperty address?: Address;
  @JsonProperty born!: Date;
  @JsonProperty big!: bigint;
  @JsonIgnore hidden!: string;
  @JsonIgnore() hiddenToo!: string;
  @JsonProperty @Secret password!: string;
  @Secret() key!: string;
}

const fields = () => modelOf(Person).fields;

test('a property is recorded with its name where one is given', () => {
  assert.deepEqual(
    fields().map((field) => [field.name, field.annotations.first(PropertyNote)?.name, describeType(field.type)]),
    [
      ['name', undefined, 'text'],
      ['email', 'e-mail', 'text'],
      ['age', undefined, 'whole number'],
      ['tags', 'all-tags', 'list of text'],
      ['choice', undefined, 'one of [a, b]'],
      ['animals', undefined, 'optional whole number'],
      ['address', undefined, 'Address'],
      ['born', undefined, 'ISO 8601 date'],
      ['big', undefined, 'whole number'],
      ['hidden', undefined, 'text'],
      ['hiddenToo', undefined, 'text'],
      ['password', undefined, 'text'],
      ['key', undefined, 'text'],
    ],
  );
});

test('marks are recorded bare and called', () => {
  assert.deepEqual(
    fields().flatMap((field) => (field.annotations.has(IgnoreMark) ? [field.name] : [])),
    ['hidden', 'hiddenToo'],
  );
  assert.deepEqual(
    fields().flatMap((field) => (field.annotations.has(SecretMark) ? [field.name] : [])),
    ['password', 'key'],
  );
  assert.equal(modelOf(Person).annotations.has(SnakeCaseMark), true);
  @JsonIgnore()
  class Hidden {}
  @JsonIgnore
  class HiddenToo {}
  assert.equal(modelOf(Hidden).annotations.has(IgnoreMark), true);
  assert.equal(modelOf(HiddenToo).annotations.has(IgnoreMark), true);
});

test('a polymorphic base names the property "type" unless told', () => {
  @JsonPolymorphic()
  abstract class Plain {}
  @JsonPolymorphic({ property: 'kind', defaultType: 'x' })
  abstract class Named {}
  @JsonTypeName('x')
  class X extends Named {}
  assert.deepEqual(modelOf(Plain).annotations.first(PolymorphismNote), { property: 'type', defaultType: undefined });
  assert.deepEqual(modelOf(X).annotations.first(PolymorphismNote), { property: 'kind', defaultType: 'x' });
});

test('what is lost at run time does not compile without a token, nor does a token that the field cannot hold', () => {
  class Wrong {
    // @ts-expect-error an enum is lost
    @JsonProperty choice!: Choice;
    // @ts-expect-error so is a union of literals
    @JsonProperty('x') literal!: 'a' | 'b';
    // @ts-expect-error of an array only that it is one is left
    @JsonProperty tags!: string[];
    // @ts-expect-error of an Optional as well
    @JsonProperty optional!: Optional<string>;
    // @ts-expect-error of a Set as well
    @JsonProperty set!: Set<string>;
    // @ts-expect-error of a Map as well
    @JsonProperty map!: Map<string, number>;
    // @ts-expect-error nothing is left of a record
    @JsonProperty record!: Record<string, number>;
    // @ts-expect-error nor of unknown
    @JsonProperty anything!: unknown;
    // @ts-expect-error nor of a union
    @JsonProperty union!: string | number;
    // @ts-expect-error nor of a union of classes
    @JsonProperty classes!: Address | Person;
    // @ts-expect-error nor of a union with null
    @JsonProperty nullable!: string | null;
    // @ts-expect-error nor of one with undefined, unless by a question mark
    @JsonProperty perhaps!: Address | undefined;
    // @ts-expect-error the field is text, the token a number
    @JsonProperty(Int) text!: string;
    // @ts-expect-error another enum
    @JsonProperty(enumOf({ X: 'x' })) other!: Choice;
    // @ts-expect-error a list for a set
    @JsonProperty('x', listOf(String)) list!: Set<string>;
    // @ts-expect-error a method is no property
    @JsonProperty method(): string {
      return '';
    }
  }
  class Right {
    @JsonProperty(setOf(String)) set!: Set<string>;
    @JsonProperty(mapOf(Int)) map!: Map<string, number>;
    @JsonProperty(recordOf(Int)) record!: Record<string, number>;
    @JsonProperty(Json) anything!: unknown;
    @JsonProperty(String) nullable!: string | null;
    @JsonProperty(Address) perhaps!: Address | undefined;
    @JsonProperty optional?: Address;
    // An interface looks like a class to the compiler; the model refuses it when it is compiled.
    @JsonProperty shape!: Shape;
    @JsonProperty get shout(): string {
      return '';
    }
  }
  assert.equal(modelOf(Wrong).methods.length, 1);
  assert.equal(modelOf(Right).fields.length, 9);
});
