import fc from 'fast-check';

import { JsonIgnore, JsonPolymorphic, JsonProperty, JsonSnakeCase, JsonTypeName } from '../../src/json/json-annotations.js';
import { propertiesOf } from '../../src/json/json-properties.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { settled } from '../../src/reflection/type-ref.js';
import type { Class, TypeRef } from '../../src/reflection/type-ref.js';
import { Int, Json, Long, mapOf, enumOf, lazy, listOf, recordOf, optional, setOf } from '../../src/reflection/type-token.js';
import type { Token, Type } from '../../src/reflection/type-token.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';

// Classes and documents made by chance, for the suites that hold compiled readers and writers to the plain ones.

enum Colour {
  RED = 'red',
  DARK_BLUE = 'dark-blue',
}
enum Size {
  Small,
  Large,
}

@JsonPolymorphic({ defaultType: 'circle' })
abstract class Shape {
  @JsonProperty label: string = 'none';
}
@JsonTypeName('circle')
class Circle extends Shape {
  @JsonProperty radius!: number;
}
@JsonSnakeCase
@JsonTypeName('group')
class Group extends Shape {
  @JsonProperty(listOf(lazy(() => Shape))) memberShapes!: Shape[];
}
class Tree {
  @JsonProperty(Int) value!: number;
  @JsonProperty(lazy(() => Tree)) left?: Tree;
  @JsonProperty(listOf(lazy(() => Tree))) others: Tree[] = [];
  @JsonIgnore secret: number = 1;
  @JsonProperty get size(): number {
    return this.others?.length ?? 0;
  }
  @JsonIgnore kept: string = '';
  @JsonProperty set text(text: string) {
    if (text.length > 5) throw new RangeError('too long');
    this.kept = text;
  }
}
class Level {
  constructor(readonly name: string) {}
  static fromJson(value: unknown): Level {
    if (typeof value !== 'string') throw new TypeError('a level is a text');
    return new Level(value);
  }
  toJSON(): string {
    return this.name;
  }
}

export const subtypes = new Subtypes().register(Circle, Group);

const names = ['a', 'b', 'firstName', 'toString', 'hasOwnProperty', 'x-y', 'ÄÖ', '"', 'valueOf', '\u2028'];

/** Any type that has a token, classes with any fields among them. */
export const anyToken: fc.Arbitrary<Token> = fc.letrec<{ token: Token }>((tie) => ({
  token: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Token>(
      String,
      Number,
      Boolean,
      BigInt,
      Int,
      Long,
      Json,
      Date,
      Duration,
      DataSize,
      URL,
      Level,
      Tree,
      Shape,
      enumOf(Colour),
      enumOf(Size),
    ),
    tie('token').map((element) => listOf(element)),
    tie('token').map((element) => setOf(element)),
    tie('token').map((element) => recordOf(element)),
    tie('token').map((element) => mapOf(element)),
    tie('token').map((element) => optional(element)),
    fc.dictionary(fc.constantFrom(...names), tie('token'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }).map(classOf),
  ),
})).token;

/** Classes of the kinds that are read without JSON.parse. */
export const simpleClass: fc.Arbitrary<Token> = fc.letrec<{ token: Token; class: Token }>((tie) => ({
  token: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Token>(String, Number, Boolean, Int, Long, Date, Duration, enumOf(Colour), enumOf(Size)),
    tie('token').map((element) => listOf(element)),
    tie('token').map((element) => setOf(element)),
    tie('token').map((element) => optional(element)),
    tie('class'),
  ),
  class: fc
    .dictionary(fc.constantFrom('a', 'b', 'firstName', 'toString', 'x-y', 'zip', 'ÄÖ'), tie('token'), {
      minKeys: 1,
      maxKeys: 5,
      noNullPrototype: true,
    })
    .map(classOf),
})).class;

/** A document that mostly is of the type, and sometimes is not. */
export function documentOf(type: TypeRef, depth = 0): fc.Arbitrary<unknown> {
  const odd = depth > 4 ? fc.constant<unknown>(null) : hostile;
  return fc.oneof(
    { arbitrary: fittingDocument(type, depth), weight: 12 },
    { arbitrary: fc.constant<unknown>(null), weight: 1 },
    { arbitrary: odd, weight: 1 },
  );
}

/** JSON values that someone who means harm would send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ depthSize: 'small' }),
  fc.constantFrom<unknown>(
    '',
    'x',
    '1',
    0,
    -0,
    1.5,
    1e300,
    2 ** 53,
    2 ** 31,
    true,
    null,
    [],
    {},
    [[]],
    '2026-02-30',
    '5 parsecs',
    'Circle',
    '__proto__',
  ),
  fc
    .constantFrom(
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"type":"group","__proto__":{"type":"circle"}}',
      '{"a":{"__proto__":1}}',
      '{"type":{}}',
      '{"toString":1}',
    )
    .map((text) => JSON.parse(text) as unknown),
);

function fittingDocument(type: TypeRef, depth: number): fc.Arbitrary<unknown> {
  const known = settled(type);
  const size = { maxLength: depth > 2 ? 1 : 3 };
  switch (known.kind) {
    case 'text':
      return fc.string();
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'int':
      return fc.integer();
    case 'long':
    case 'bigint':
      return fc.maxSafeInteger();
    case 'enum':
      return fc.constantFrom(
        ...known.members.flatMap((member) => [member.name, member.value, ` ${member.name.toLowerCase()}`.replace('_', '-')]),
      );
    case 'date':
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    case 'duration':
      return fc.nat(1000).map((count) => `${count} ms`);
    case 'dataSize':
      return fc.nat(1000).map((count) => `${count} KiB`);
    case 'json':
      return fc.jsonValue();
    case 'optional':
      return documentOf(known.element, depth);
    case 'list':
    case 'set':
      return fc.array(documentOf(known.element, depth + 1), size);
    case 'record':
    case 'map':
      return fc.array(fc.tuple(fc.string(), documentOf(known.element, depth + 1)), size).map((entries) => Object.fromEntries(entries));
    case 'class':
      return fittingObject(known.type, depth);
    case 'schema':
    case 'unknown':
      throw new TypeError(`nothing is known of documents of the kind ${known.kind}`);
  }
}

function fittingObject(type: Class, depth: number): fc.Arbitrary<unknown> {
  if (type === (Level as Class) || type === (URL as unknown)) return fc.constantFrom('https://example.org/', 'mailto:a@b');
  if (type === Shape)
    return fc.oneof(
      fittingObject(Circle, depth),
      fittingObject(Group, depth).map((group) => ({ type: 'group', ...(group as object) })),
    );
  if (depth > 5) return fc.constant({});
  const parts = propertiesOf(type).map((property) =>
    fc.option(fc.tuple(fc.constant(property.property), documentOf(property.type, depth + 1)), { nil: undefined, freq: 3 }),
  );
  return fc.tuple(...parts).map((entries) => Object.fromEntries(entries.filter((entry) => entry !== undefined)) as unknown);
}

function classOf(fields: Readonly<Record<string, Token>>): Token {
  class Generated {}
  for (const [name, token] of Object.entries(fields)) {
    const annotate = JsonProperty(token as Type<never>) as (target: object, member: string) => void;
    annotate(Generated.prototype, name);
  }
  return Generated;
}
