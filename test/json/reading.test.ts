import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonIgnore, JsonPolymorphic, JsonProperty, JsonSnakeCase, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, Json, Long, mapOf, enumOf, lazy, listOf, recordOf, optional, setOf } from '../../src/reflection/type-token.js';
import type { Type } from '../../src/reflection/type-token.js';
import { Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';

enum Choice {
  OptionA = 'option-a',
  OptionB = 'option-b',
}

class Address {
  @JsonProperty street!: string;
  @JsonProperty(listOf(String)) tags: string[] = [];
}

class Person {
  @JsonProperty name!: string;
  @JsonProperty(Int) age!: number;
  @JsonProperty(Long) count!: number;
  @JsonProperty ratio!: number;
  @JsonProperty big!: bigint;
  @JsonProperty active: boolean = true;
  @JsonProperty('e-mail') email!: string;
  @JsonProperty(enumOf(Choice)) choice!: Choice;
  @JsonProperty(optional(Int)) animals!: Optional<number>;
  @JsonProperty born!: Date;
  @JsonProperty pause!: Duration;
  @JsonProperty room!: DataSize;
  @JsonProperty home!: URL;
  @JsonProperty address?: Address;
  @JsonProperty(listOf(Address)) addresses!: Address[];
  @JsonProperty(setOf(Int)) numbers!: Set<number>;
  @JsonProperty(recordOf(Int)) scores!: Record<string, number>;
  @JsonProperty(mapOf(Address)) places!: Map<string, Address>;
  @JsonProperty(Json) anything!: unknown;
  @JsonProperty(listOf(lazy(() => Person))) friends!: Person[];
  @JsonIgnore hidden: string = 'as it was';
  @Secret password!: string;
  lines: string[] = [];
  @JsonProperty set line(text: string) {
    if (text === 'forbidden') throw new RangeError('no such line');
    this.lines.push(text);
  }
  @JsonProperty get shout(): string {
    return this.name.toUpperCase();
  }
}

const mapper = new JsonMapper();
const strict = new JsonMapper({ unknownProperties: 'refuse' });
const read = (document: unknown) => mapper.read(Person, JSON.stringify(document));
const problems = (document: unknown, by: JsonMapper = mapper): string[] => {
  try {
    by.read(Person, typeof document === 'string' ? document : JSON.stringify(document));
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message.split('\n');
  }
  return [];
};

test('every kind of field is read as declared', () => {
  const person = mapper.read(
    Person,
    `{"name":"Ada","age":36,"count":9007199254740991,"ratio":1.5,"big":123456789012345678901234567890,"active":false,"e-mail":"a@b",
      "choice":" OPTION a","animals":3,"born":"1815-12-10","pause":"5 minutes","room":"8KiB","home":"https://example.org/x",
      "address":{"street":"s","tags":["x","y"]},"addresses":[{"street":"t"},null],"numbers":[1,2,1],"scores":{"a":1},
      "places":{"constructor":{"street":"u"}},"anything":{"b":[1,{"c":null}]},"friends":[{"name":"Charles","friends":[]}],
      "hidden":"changed","password":"p","line":"one","shout":"ignored","unknown":1}`,
  );
  assert.ok(person instanceof Person);
  assert.equal(person.name, 'Ada');
  assert.equal(person.age, 36);
  assert.equal(person.count, 9007199254740991);
  assert.equal(person.ratio, 1.5);
  assert.equal(person.big, 123456789012345678901234567890n);
  assert.equal(person.active, false);
  assert.equal(person.email, 'a@b');
  assert.equal(person.choice, Choice.OptionA);
  assert.deepEqual(person.animals, Optional.of(3));
  assert.deepEqual(person.born, new Date('1815-12-10'));
  assert.deepEqual(person.pause, Duration.minutes(5));
  assert.deepEqual(person.room, DataSize.kilobytes(8));
  assert.equal(person.home.href, 'https://example.org/x');
  assert.ok(person.address instanceof Address);
  assert.deepEqual(person.address.tags, ['x', 'y']);
  assert.ok(person.addresses[0] instanceof Address);
  assert.equal(person.addresses[1], null);
  assert.deepEqual(person.numbers, new Set([1, 2]));
  assert.deepEqual(person.scores, { a: 1 });
  assert.equal(person.places.get('constructor')?.street, 'u');
  assert.deepEqual(person.anything, { b: [1, { c: null }] });
  assert.equal(person.friends[0]?.name, 'Charles');
  assert.equal(person.hidden, 'as it was');
  assert.equal(person.password, 'p');
  assert.deepEqual(person.lines, ['one']);
  assert.equal('unknown' in person, false);
});

test('an absent property leaves what the class says; an Optional is absent', () => {
  const person = read({});
  assert.equal(person.active, true);
  assert.equal(person.name, undefined);
  assert.equal(person.animals.isPresent(), false);
  assert.deepEqual(Object.keys(person), ['active', 'hidden', 'lines', 'animals']);
});

test('null is assigned, and an Optional is absent', () => {
  const person = read({ name: null, age: null, animals: null, addresses: null, choice: null, anything: null, active: null });
  assert.equal(person.name, null);
  assert.equal(person.age, null);
  assert.equal(person.animals.isPresent(), false);
  assert.equal(person.addresses, null);
  assert.equal(person.active, null);
});

test('a problem names the path, what was expected, what was found, and where it stands', () => {
  assert.deepEqual(problems('{"name": 5,\n "age": 1.5, "address": {"tags": ["x", 7]}}'), [
    'name: expected text, found number 5 (line 1, column 10)',
    'age: expected whole number of 32 bits, found number 1.5 (line 2, column 9)',
    'address.tags[1]: expected text, found number 7 (line 2, column 40)',
  ]);
  assert.deepEqual(problems({ addresses: {} }), ['addresses: expected list of Address, found object (line 1, column 14)']);
  assert.deepEqual(problems({ address: [] }), ['address: expected Address, found list (line 1, column 12)']);
  assert.deepEqual(problems({ choice: 'x' }), ['choice: expected one of [option-a, option-b], found text "x" (line 1, column 11)']);
  assert.deepEqual(problems({ home: 'x' }), ['home: expected URL, found text "x"; expected an absolute URL as text (line 1, column 9)']);
  assert.deepEqual(problems({ line: 'forbidden' }), ['line: expected text, found text "forbidden"; no such line (line 1, column 9)']);
  assert.deepEqual(problems({ scores: { 'a.b': '1' } }), [
    'scores["a.b"]: expected whole number of 32 bits, found text "1" (line 1, column 18)',
  ]);
  assert.deepEqual(problems('5'), ['expected Person, found number 5 (line 1, column 1)']);
  assert.deepEqual(problems('null'), ['expected Person, found null (line 1, column 1)']);
  assert.deepEqual(problems('{"name":'), ['Malformed JSON at line 1, column 9: the document ends where a value is expected']);
});

test('the value of a secret is in no message', () => {
  assert.deepEqual(problems({ password: 12345 }), ['password: expected text, found number (line 1, column 13)']);
});

test('a long value is not repeated', () => {
  assert.deepEqual(problems({ age: 'x'.repeat(100) }), ['age: expected whole number of 32 bits, found text (line 1, column 8)']);
});

test('properties that nobody declared are ignored in bodies', () => {
  const person = read({ name: 'Ada', admin: true, hidden: 'x', address: { street: 'Main', owner: { name: 'x' } } });
  assert.deepEqual([person.name, person.hidden, person.address], ['Ada', 'as it was', Object.assign(new Address(), { street: 'Main' })]);
  assert.ok(!('admin' in person));
});

test('unknown properties are all refused where that is asked, with the likeliest names', () => {
  assert.deepEqual(problems('{"nam": 1, "address": {"stret": "x"}, "hidden": 2}', strict), [
    'nam: unknown property (line 1, column 2); did you mean name, age, big, room, home?',
    'address.stret: unknown property (line 1, column 24); did you mean street, tags?',
    'hidden: unknown property (line 1, column 39); did you mean home, line, name, age, big?',
  ]);
  assert.equal(strict.read(Person, '{"name": "Ada", "shout": "ADA"}').name, 'Ada');
});

test('null at the top is null for a reader, and absent for an Optional', () => {
  assert.equal(mapper.readerFor(Person)('null'), null);
  assert.equal(mapper.read(optional(Person), 'null').isPresent(), false);
  assert.equal(mapper.read(Json, 'null'), null);
});

test('lists, sets, maps and scalars can be the document', () => {
  assert.deepEqual(mapper.read(listOf(Int), '[1,2]'), [1, 2]);
  assert.deepEqual(mapper.read(setOf(String), '["a"]'), new Set(['a']));
  assert.ok(mapper.read(recordOf(Address), '{"one":{}}')['one'] instanceof Address);
  assert.equal(mapper.read(String, '"x"'), 'x');
  assert.equal(mapper.read(BigInt, '9007199254740993'), 9007199254740993n);
  assert.throws(() => mapper.read(listOf(Address), '[{}, 3]'), {
    code: 'KEELSON_JSON_MAPPING',
    message: '[1]: expected Address, found number 3 (line 1, column 6)',
  });
});

test('the same token written again is not compiled again', () => {
  assert.equal(mapper.readerFor(listOf(Address)), mapper.readerFor(listOf(Address)));
  assert.notEqual(mapper.readerFor(listOf(Address)), mapper.readerFor(setOf(Address)));
  assert.equal(mapper.writerFor(listOf(enumOf(Choice))), mapper.writerFor(listOf(enumOf(Choice))));
});

test('a token may contain itself', () => {
  const Tree: Type<unknown[]> = listOf(lazy(() => Tree));
  const Other: Type<unknown[]> = listOf(lazy(() => Other));
  const Maps: Type<unknown[]> = listOf(recordOf(lazy(() => Maps)));
  class Holder {
    @JsonProperty(Tree) tree!: unknown[];
  }
  assert.deepEqual(mapper.read(Tree, '[[],[[]]]'), [[], [[]]]);
  assert.deepEqual({ ...mapper.read(Holder, '{"tree":[[]]}') }, { tree: [[]] });
  assert.deepEqual(mapper.read(Maps, '[{"a":[]}]'), [{ a: [] }]);
  assert.equal(mapper.writerFor(Tree)([[], [[]]]), '[[],[[]]]');
  assert.equal(mapper.readerFor(Tree), mapper.readerFor(Other));
  assert.notEqual(mapper.readerFor(Tree), mapper.readerFor(Maps));
  assert.throws(() => mapper.read(Tree, '[[1]]'), { message: '[0][0]: expected list of itself, found number 1 (line 1, column 3)' });
});

test('a class marked snake case has snake case properties, except where a name is given', () => {
  @JsonSnakeCase
  class Snake {
    @JsonProperty firstName!: string;
    @JsonProperty someURL!: string;
    @JsonProperty('lastName') lastName!: string;
  }
  assert.deepEqual(
    { ...mapper.read(Snake, '{"first_name":"Ada","some_url":"u","lastName":"L","firstName":"no"}') },
    { firstName: 'Ada', someURL: 'u', lastName: 'L' },
  );
});

test('properties whose class is ignored are not read', () => {
  @JsonIgnore
  class Internal {
    @JsonProperty x!: string;
  }
  class Holder {
    @JsonProperty internal?: Internal;
    @JsonProperty(listOf(Internal)) all?: Internal[];
    @JsonProperty name!: string;
  }
  assert.deepEqual({ ...mapper.read(Holder, '{"internal":{"x":"1"},"all":[],"name":"n"}') }, { name: 'n' });
});

@JsonPolymorphic({ defaultType: 'circle' })
abstract class Shape {
  @JsonProperty name: string = '';
}
@JsonTypeName('circle')
class Circle extends Shape {
  @JsonProperty radius: number = 1;
}
@JsonTypeName('square')
class Square extends Shape {
  @JsonProperty side!: number;
}
@JsonTypeName('late')
class Late extends Shape {}
class Drawing {
  @JsonProperty(listOf(Shape)) shapes!: Shape[];
  @JsonProperty main!: Shape;
  @JsonProperty round!: Circle;
}

test('the "type" chooses the class', () => {
  const subtypes = new Subtypes().register(Circle, Square);
  const shapes = new JsonMapper({ subtypes, unknownProperties: 'refuse' });
  const drawing = shapes.read(Drawing, '{"shapes":[{"type":"square","side":2},{"radius":3}],"round":{"name":"r"}}');
  assert.ok(drawing.shapes[0] instanceof Square);
  assert.ok(drawing.shapes[1] instanceof Circle);
  assert.equal(drawing.shapes[1].radius, 3);
  assert.ok(drawing.round instanceof Circle);
  assert.throws(() => shapes.read(Drawing, '{"main":{"type":"hexagon"}}'), {
    message: 'main.type: expected one of [circle, square], found text "hexagon" (line 1, column 17)',
  });
  assert.throws(() => shapes.read(Drawing, '{"main":{"type":7}}'), {
    message: 'main.type: expected one of [circle, square], found number 7 (line 1, column 17)',
  });
  assert.throws(() => shapes.read(Drawing, '{"round":{"type":"square"}}'), {
    message: 'round.type: expected one of [circle], found text "square" (line 1, column 18)',
  });
  subtypes.register(Late);
  assert.ok(shapes.read(Drawing, '{"main":{"type":"late"}}').main instanceof Late);
});

test('where no class is registered and none is the default, the message says so', () => {
  @JsonPolymorphic({ property: 'kind' })
  abstract class Plugin {}
  assert.throws(() => new JsonMapper().readerFor(listOf(Plugin)), {
    problems: ['Plugin: is @JsonPolymorphic, but no class is registered for it; register its subclasses with subtypes.register(…)'],
  });
});

test('a class can read itself', () => {
  class Level {
    constructor(readonly name: string) {}
    static fromJson(value: unknown): Level {
      if (value === false) return new Level('OFF');
      if (typeof value !== 'string') throw new TypeError('a level is a name or false');
      return new Level(value.toUpperCase());
    }
  }
  class Logger {
    @JsonProperty level!: Level;
    @JsonProperty(recordOf(Level)) levels!: Record<string, Level>;
  }
  const logger = mapper.read(Logger, '{"level":false,"levels":{"a.b":"info"}}');
  assert.equal(logger.level.name, 'OFF');
  assert.equal(logger.levels['a.b']?.name, 'INFO');
  assert.throws(() => mapper.read(Logger, '{"level":5}'), {
    message: 'level: expected Level, found number 5; a level is a name or false (line 1, column 10)',
  });
});

test('a class that reads itself gets no keys that lead to a prototype', () => {
  class Options {
    constructor(readonly all: object) {}
    static fromJson(value: unknown): Options {
      return new Options(Object.assign({}, value));
    }
  }
  const { all } = mapper.read(Options, '{"a":{"b":1},"__proto__":{"polluted":true}}');
  assert.deepEqual(all, { a: { b: 1 } });
  assert.equal('polluted' in all, false);
});

test('what is wrong with all classes of a type is found when its reader is made, in one report', () => {
  interface Something {
    x: number;
  }
  class NeedsArguments {
    @JsonProperty name!: string;
    constructor(name: string) {
      this.name = name;
    }
  }
  class Throws {
    @JsonProperty name!: string;
    constructor() {
      throw new Error('not today');
    }
  }
  class Bare {
    name!: string;
  }
  class Wrong {
    @JsonProperty something!: Something;
    @JsonProperty needs!: NeedsArguments;
    @JsonProperty throws!: Throws;
    @JsonProperty bare!: Bare;
    @JsonProperty('x') a!: string;
    @JsonProperty('x') b!: string;
    @JsonProperty('__proto__') c!: string;
    @Secret static d: string;
  }
  assert.throws(() => mapper.readerFor(listOf(Wrong)), {
    code: 'KEELSON_JSON_MODEL',
    message: [
      '7 classes or members cannot be mapped to JSON:',
      '  * Wrong: @Secret on the static member d: it can do nothing there; make it a member of the instance',
      '  * Wrong.b and Wrong.a are both the property "x"; give one of them another name',
      '  * Wrong.c: "__proto__" can be no property of JSON; name it otherwise',
      '  * Wrong.something: at run time only "Object" is left of its type, as of unions ("string | undefined"), interfaces and fields without a declared type ("port = 80"); write "name?: string" or "port: number = 80", or name the type, as in @JsonProperty(String) or @JsonProperty(enumOf(Choice))',
      '  * NeedsArguments: its constructor takes arguments, and JSON gives it none; let it take none, or write "static fromJson(value)"',
      '  * Throws: its constructor throws: not today',
      '  * Bare: none of its fields is annotated, so that nothing is known of them; mark them @JsonProperty',
    ].join('\n'),
  });
});

test('a field of which only @NotNull says something causes a warning, since it may be an enum', async () => {
  class Order {
    @NotNull choice: Choice = Choice.OptionA;
    @NotNull kind!: 'a' | 'b';
    @NotNull size!: 1 | 2;
    @NotNull @JsonProperty name!: string;
    @NotNull @NotEmpty text!: string;
    @NotNull @Min(1) number!: number;
    @NotNull @JsonProperty(enumOf(Choice)) named!: Choice;
    @NotNull address!: Address;
    @NotNull active!: boolean;
    @NotNull born!: Date;
  }
  const warnings: string[] = [];
  const listen = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  process.on('warning', listen);
  mapper.readerFor(Order);
  // Node emits warnings in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  const told = (field: string) =>
    `KeelsonWarning: Order.${field}: @NotNull alone does not tell text or a number from an enum or a union of literals, so that any text or ` +
    'number is taken; add @JsonProperty(enumOf(Choice)) for an enum, or @JsonProperty to say that it is plain text or a number';
  assert.deepEqual(warnings, [told('choice'), told('kind'), told('size')]);
});

test('__proto__ as a key of JSON: prototypes are out of reach', () => {
  const person = mapper.read(
    Person,
    '{"__proto__":{"name":"evil","polluted":1},"constructor":{"prototype":{"polluted":1}},"anything":{"__proto__":{"polluted":1},"a":{"b":2}},"scores":{"__proto__":1,"a":1}}',
  );
  assert.equal(person.name, undefined);
  assert.equal(Object.getPrototypeOf(person), Person.prototype);
  assert.equal('polluted' in person || 'polluted' in {}, false);
  assert.deepEqual(person.anything, { a: { b: 2 } });
  assert.deepEqual(Object.keys(person.scores), ['a']);
  assert.deepEqual(problems('{"__proto__":{},"scores":{"__proto__":1},"anything":[{"__proto__":1}]}', strict), [
    '__proto__: unknown property (line 1, column 2); did you mean room, ratio, count, active, choice?',
    'scores.__proto__: unknown property (line 1, column 27)',
    'anything[0].__proto__: unknown property (line 1, column 55)',
  ]);
});

test('what a setter or fromJson says of a secret is not told, since it may quote it', () => {
  class Key {
    static fromJson(value: unknown): Key {
      throw new TypeError(`${String(value)} is no key`);
    }
  }
  class Account {
    @Secret set password(value: string) {
      throw new RangeError(`${value} is too short`);
    }
    @JsonProperty @Secret key!: Key;
    @JsonProperty open!: Key;
  }
  assert.throws(() => mapper.read(Account, '{"password":"hunter2","key":"hunter3","open":"sesame"}'), {
    message: [
      'password: expected text, found text (line 1, column 13)',
      'key: expected Key, found text (line 1, column 29)',
      'open: expected Key, found text "sesame"; sesame is no key (line 1, column 46)',
    ].join('\n'),
  });
});

test('if a key is there twice, the last one counts, also where exactness needs a second reading', () => {
  const document = '{"a":1,"b":9007199254740993,"a":2}';
  assert.deepEqual(
    [...mapper.read(mapOf(BigInt), document)],
    [
      ['a', 2n],
      ['b', 9007199254740993n],
    ],
  );
  assert.deepEqual(mapper.read(recordOf(BigInt), document), { a: 2n, b: 9007199254740993n });
});

test('"constructor" and "prototype" are data where any key is taken', () => {
  class Cars {
    @JsonProperty(recordOf(String)) record!: Record<string, string>;
    @JsonProperty(mapOf(String)) map!: Map<string, string>;
    @JsonProperty(Json) json!: unknown;
    @JsonProperty('constructor') maker!: string;
  }
  const both = '{"constructor":"Ferrari","prototype":"F40"}';
  const document = `{"record":${both},"map":${both},"json":[${both}],"constructor":"Enzo"}`;
  for (const by of [mapper, strict]) {
    const cars = by.read(Cars, document);
    assert.deepEqual(
      { ...cars },
      {
        record: { constructor: 'Ferrari', prototype: 'F40' },
        map: new Map([
          ['constructor', 'Ferrari'],
          ['prototype', 'F40'],
        ]),
        json: [{ constructor: 'Ferrari', prototype: 'F40' }],
        maker: 'Enzo',
      },
    );
    assert.equal(by.write(cars), document);
  }
});

test('a map takes any key', () => {
  const map = strict.read(mapOf(Int), '{"__proto__":1,"constructor":2}');
  assert.deepEqual(
    [...map],
    [
      ['__proto__', 1],
      ['constructor', 2],
    ],
  );
});

test('a property named like one that every object has must be the object’s own', () => {
  class Odd {
    @JsonProperty(Json) toString2?: unknown;
    @JsonProperty('toString', Json) text?: unknown;
    @JsonProperty('hasOwnProperty', Json) has?: unknown;
  }
  assert.deepEqual({ ...mapper.read(Odd, '{}') }, {});
  assert.deepEqual({ ...mapper.read(Odd, '{"toString":1,"hasOwnProperty":2}') }, { text: 1, has: 2 });
});

test('nesting is bounded', () => {
  const shallow = new JsonMapper({ maxDepth: 3 });
  assert.deepEqual(shallow.read(Json, '[[[1]]]'), [[[1]]]);
  assert.throws(() => shallow.read(Json, '[[[[1]]]]'), {
    message: '[0][0][0]: expected at most 3 levels of nesting, found more (line 1, column 4)',
  });
  const deep = (levels: number) => `${'{"friends":['.repeat(levels)}${']}'.repeat(levels)}`;
  assert.equal(mapper.read(Person, deep(250)).friends.length, 1);
  assert.throws(() => mapper.read(Person, deep(251)), /expected at most 500 levels of nesting/);
  assert.throws(() => mapper.read(Person, deep(20_000)), /expected at most 500 levels of nesting/);
  assert.equal(mapper.read(Person, `{"unknown":${'['.repeat(20_000)}${']'.repeat(20_000)}}`).active, true);
  assert.throws(() => new JsonMapper({ maxDepth: 0 }), RangeError);
  assert.throws(() => new JsonMapper({ maxDepth: 1001 }), { message: 'maxDepth is a whole number from 1 to 1000, not 1001' });
  assert.throws(() => new JsonMapper({ maxDepth: 1000 }).read(Person, deep(501)), /expected at most 1000 levels of nesting/);
});

test('a value that is already parsed is read without being taken over', () => {
  const tags = ['a'];
  const address = mapper.readValue(Address, { street: 's', tags })!;
  assert.notEqual(address.tags, tags);
  assert.deepEqual(address.tags, ['a']);
  assert.throws(() => mapper.readValue(Address, { tags: [1] }), { message: 'tags[0]: expected text, found number 1' });
});
