import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lazy, listOf, recordOf, mapOf, setOf } from '../../src/reflection/type-token.js';
import { Each, Valid, ValidationMethod } from '../../src/validation/constraint-annotations.js';
import { ConstraintViolationException } from '../../src/validation/constraint-violation-exception.js';
import { constraint } from '../../src/validation/constraint.js';
import { Default, group } from '../../src/validation/groups.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Length, OneOf } from '../../src/validation/text-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { describeViolation } from '../../src/validation/violation.js';
import type { Violation } from '../../src/validation/violation.js';
import { Optional } from '../../src/values/optional.js';
import { bothValidators } from './both-validators.js';

class Address {
  @NotEmpty street!: string;
  @NotEmpty city!: string;
}

class Person {
  @NotEmpty @Length({ max: 5 }) name!: string;
  @Min(0) @Max(10) animals: Optional<number> = Optional.absent();
  @Valid address?: Address;
  @Valid(listOf(lazy(() => Person))) friends: Person[] = [];
  @ValidationMethod({ message: 'name may not be Coda' }) isNotCoda(): boolean {
    return this.name !== 'Coda';
  }
}

const make = <T extends object>(type: new () => T, values: Partial<T>): T => Object.assign(new type(), values);
const person = (values: Partial<Person>): Person => make(Person, values);

for (const { name, validator } of bothValidators) {
  const said = (value: object, ...groups: Parameters<Validator['validate']>[1][]): string[] =>
    validator.validate(value, ...groups).map(describeViolation);

  test(`${name}: a valid object has no violations`, () => {
    const address = make(Address, { street: 'Main Street', city: 'Here' });
    assert.deepEqual(said(person({ name: 'Ada', address, animals: Optional.of(3), friends: [person({ name: 'Bob' })] })), []);
  });

  test(`${name}: fields in the order declared, constraints as written, then what is inside, then validation methods`, () => {
    const bad = person({
      name: 'Coda',
      address: make(Address, { city: '' }),
      animals: Optional.of(11),
      friends: [person({ name: 'Bob' }), person({ name: '' }), person({ name: 'Robert' })],
    });
    assert.deepEqual(said(bad), [
      'animals must be less than or equal to 10',
      'address.street may not be empty',
      'address.city may not be empty',
      'friends[1].name may not be empty',
      'friends[2].name length must be between 0 and 5',
      'name may not be Coda',
    ]);
  });

  test(`${name}: a validation method runs even where fields are invalid, and its path is that of its object`, () => {
    const [violation] = validator.validate(make(Holder, { person: person({ name: 'Coda' }) }));
    assert.deepEqual(JSON.parse(JSON.stringify(violation)), {
      path: 'person',
      message: 'name may not be Coda',
      constraint: 'ValidationMethod',
      attributes: {},
      validationMethod: 'isNotCoda',
    });
    assert.equal(describeViolation(violation!), 'name may not be Coda');
  });

  class Holder {
    @Valid person!: Person;
  }

  test(`${name}: a violation carries the constraint, its attributes and its path as data`, () => {
    const [violation] = validator.validate(person({ name: 'Bo', friends: [person({ name: 'Robert' })] }));
    assert.equal(violation!.path, 'friends[0].name');
    assert.deepEqual(violation!.nodes, [
      { kind: 'property', name: 'friends' },
      { kind: 'index', index: 0 },
      { kind: 'property', name: 'name' },
    ]);
    assert.equal(violation!.constraint, 'Length');
    assert.deepEqual(violation!.attributes, { min: 0, max: 5 });
    assert.equal(violation!.validationMethod, undefined);
  });

  class Huge {
    @Max(9007199254740993n) count = 9007199254740994n;
  }

  test(`${name}: a violation can be shown as JSON, whatever its attributes`, () => {
    assert.equal(
      JSON.stringify(validator.validate(new Huge())),
      '[{"path":"count","message":"must be less than or equal to 9007199254740993","constraint":"Max","attributes":{"value":"9007199254740993"}}]',
    );
  });

  test(`${name}: lists, sets, maps and objects at the top keep the position`, () => {
    const bad = make(Address, { street: '', city: 'x' });
    assert.deepEqual(said([make(Address, { street: 'a', city: 'b' }), bad]), ['[1].street may not be empty']);
    assert.deepEqual(said(new Set([bad])), ['[0].street may not be empty']);
    assert.deepEqual(said(new Map([['one', bad]])), ['[one].street may not be empty']);
    assert.deepEqual(said({ one: bad }), ['[one].street may not be empty']);
    assert.deepEqual(said(Optional.of(bad)), ['street may not be empty']);
  });

  class Containers {
    @Valid(setOf(Address)) set: Set<Address> = new Set();
    @Valid(recordOf(Address)) record: Record<string, Address> = {};
    @Valid(mapOf(Address)) map: Map<string, Address> = new Map();
    @Valid optional: Optional<Address> = Optional.absent();
    @Valid(listOf(listOf(Address))) grid: Address[][] = [];
    @Valid forgotten: Address | undefined;
    @Valid untold: Address[] = [];
  }

  test(`${name}: cascades go through sets, maps, objects, Optionals and lists of lists`, () => {
    const bad = make(Address, { street: '', city: 'x' });
    const containers = make(Containers, {
      set: new Set([bad]),
      record: { a: bad },
      map: new Map([['k', bad]]),
      optional: Optional.of(bad),
      grid: [[], [bad]],
      forgotten: bad,
      untold: [bad],
    });
    assert.deepEqual(said(containers), [
      'set[0].street may not be empty',
      'record[a].street may not be empty',
      'map[k].street may not be empty',
      'optional.street may not be empty',
      'grid[1][0].street may not be empty',
      'forgotten.street may not be empty',
      'untold[0].street may not be empty',
    ]);
    assert.deepEqual(said(new Containers()), []);
  });

  test(`${name}: null and undefined elements are left to the constraints of the elements`, () => {
    assert.deepEqual(said(make(Containers, { untold: [null as never], grid: [undefined as never] })), []);
  });

  class Colours {
    @NotEmpty @Each(NotNull, OneOf(['red', 'blue'])) list: (string | null)[] = ['red'];
    @Each(Min(3)) byName: Record<string, number> = {};
    @Each(Each(NotEmpty)) table: string[][] = [];
    @Each(Length({ max: 2 })) maybe: Optional<string[]> = Optional.absent();
  }

  test(`${name}: element constraints name the element`, () => {
    const colours = make(Colours, {
      list: ['red', 'green', null],
      byName: { one: 3, two: 2 },
      table: [['a', ''], ['']],
      maybe: Optional.of(['ab', 'abc']),
    });
    assert.deepEqual(said(colours), [
      'list[1] must be one of [red, blue]',
      'list[2] may not be null',
      'byName[two] must be greater than or equal to 3',
      'table[0][1] may not be empty',
      'table[1][0] may not be empty',
      'maybe[1] length must be between 0 and 2',
    ]);
    assert.deepEqual(said(make(Colours, { list: [] })), ['list may not be empty']);
  });

  abstract class Shape {
    @NotEmpty colour!: string;
  }
  class Circle extends Shape {
    @Min(1) radius = 0;
    @Length({ max: 3 }) override colour!: string;
  }
  class Drawing {
    @Valid shape?: Shape;
  }

  test(`${name}: the constraints of the value's own class count, with those it inherits`, () => {
    const shape = make(Circle, { colour: 'white' });
    assert.deepEqual(said(make(Drawing, { shape })), [
      'shape.colour length must be between 0 and 3',
      'shape.radius must be greater than or equal to 1',
    ]);
  });

  test(`${name}: an object that only has the form of the declared class is validated as one`, () => {
    assert.deepEqual(said(make(Holder, { person: { name: 'Coda', friends: [{ name: '' }] } as never })), [
      'person.friends[0].name may not be empty',
      'name may not be Coda',
    ]);
  });

  test(`${name}: graphs with circles end, and each object is looked at once on a way`, () => {
    const one = person({ name: '' });
    const two = person({ name: '', friends: [one] });
    one.friends = [two, one];
    assert.deepEqual(said(one), ['name may not be empty', 'friends[0].name may not be empty']);
    const endless: unknown[] = [one];
    endless.push(endless);
    assert.deepEqual(said(endless), ['[0].name may not be empty', '[0].friends[0].name may not be empty']);
  });

  test(`${name}: an object that is met on two ways is reported on both`, () => {
    const shared = make(Address, { street: '', city: 'x' });
    assert.deepEqual(said({ a: shared, b: shared }), ['[a].street may not be empty', '[b].street may not be empty']);
  });

  class Account {
    constructor(readonly first: string) {}
    @Length({ min: 3 }) get upper(): string {
      return this.first.toUpperCase();
    }
    @NotEmpty getSecond(): string {
      return '';
    }
    @NotEmpty async getLater(): Promise<string> {
      return '';
    }
    @NotEmpty other(): string {
      return '';
    }
  }

  test(`${name}: getters are validated as properties, and so are get methods without parameters`, () => {
    assert.deepEqual(said(new Account('ab')), ['upper length must be between 3 and 2147483647', 'second may not be empty']);
  });

  const First = group('First');
  const Second = group('Second', Default);
  class Versioned {
    @NotEmpty({ groups: First }) name = '';
    @Length({ max: 1, groups: Second }) long = 'ab';
    @NotNull plain?: string;
    @NotNull({ groups: [First, Second] }) either?: string;
    @ValidationMethod({ message: 'first says no', groups: First }) isFirst(): boolean {
      return false;
    }
    @Valid address = make(Address, { street: '', city: 'x' });
  }

  test(`${name}: only the constraints of the chosen groups and of those they include count, in cascades too`, () => {
    assert.deepEqual(said(new Versioned()), ['plain may not be null', 'address.street may not be empty']);
    assert.deepEqual(said(new Versioned(), First), ['name may not be empty', 'either may not be null', 'first says no']);
    assert.deepEqual(said(new Versioned(), Second), [
      'long length must be between 0 and 1',
      'plain may not be null',
      'either may not be null',
      'address.street may not be empty',
    ]);
    assert.deepEqual(said(new Versioned(), First, Second), [
      'name may not be empty',
      'long length must be between 0 and 1',
      'plain may not be null',
      'either may not be null',
      'address.street may not be empty',
      'first says no',
    ]);
  });

  class Fragile {
    @ValidationMethod({ message: 'x' }) isShort(): boolean {
      return (undefined as unknown as string).length < 3;
    }
  }

  test(`${name}: a validation method that throws is named, with the cause, and the next validation is not disturbed`, () => {
    assert.throws(
      () => validator.validate(new Fragile()),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, 'KEELSON_VALIDATION_METHOD');
        assert.match(error.message, /^Fragile\.isShort threw TypeError: .*; a @ValidationMethod also runs where fields are missing/);
        assert.ok(error.cause instanceof TypeError);
        return true;
      },
    );
    assert.deepEqual(said(person({ name: '' })), ['name may not be empty']);
  });

  class Failing {
    @NotEmpty name = '';
    @constraint<string>({
      name: 'Failing',
      message: 'fails',
      test: () => {
        throw new RangeError('no answer');
      },
    })
    text = 'x';
  }

  test(`${name}: a check that throws leaves nothing behind in the list it was given`, () => {
    const violations: Violation[] = [];
    assert.throws(() => validator.forClass(Failing)(new Failing(), violations), /^RangeError: no answer$/);
    assert.deepEqual(violations, []);
  });

  class Outer {
    @Valid inner?: Outer;
    @ValidationMethod({ message: 'inner is bad' }) isInnerGood(): boolean {
      return this.inner === undefined || validator.validate(this.inner).length === 0;
    }
    @NotNull name?: string;
  }

  test(`${name}: a validation method may validate by itself`, () => {
    const outer = make(Outer, { name: 'x', inner: make(Outer, {}) });
    assert.deepEqual(said(outer), ['inner.name may not be null', 'inner is bad']);
  });

  const Even = constraint<number>({ name: 'Even', message: 'must be even', test: (value) => value % 2 === 0 });
  const MultipleOf = constraint<number, { of: number }>({
    name: 'MultipleOf',
    message: 'must be a multiple of {of}, not ${validatedValue}',
    test: (value, { of }) => value % of === 0,
  });
  class Order {
    @Even pairs?: number;
    @Even({ message: 'odd one' }) @MultipleOf({ of: 3, groups: [Default, First] }) eggs: Optional<number> = Optional.absent();
  }

  test(`${name}: own constraints work like the built-in ones`, () => {
    assert.deepEqual(said(new Order()), []);
    assert.deepEqual(said(make(Order, { pairs: 3, eggs: Optional.of(5) })), [
      'pairs must be even',
      'eggs odd one',
      'eggs must be a multiple of 3, not 5',
    ]);
    assert.deepEqual(said(make(Order, { pairs: 3, eggs: Optional.of(5) }), First), ['eggs must be a multiple of 3, not 5']);
  });

  test(`${name}: ensureValid throws all violations as one exception`, () => {
    assert.doesNotThrow(() => validator.ensureValid(person({ name: 'Ada' })));
    assert.throws(
      () => validator.ensureValid(person({ name: '', animals: Optional.of(-1) })),
      (error) => {
        assert.ok(error instanceof ConstraintViolationException);
        assert.equal(error.message, 'name may not be empty; animals must be greater than or equal to 0');
        assert.equal(error.violations.length, 2);
        return true;
      },
    );
  });

  test(`${name}: the check of a class takes its instances and what has their form; nothing at all passes`, () => {
    const check = validator.forClass(Address);
    const found = (value: unknown) => {
      const violations: Violation[] = [];
      check(value, violations);
      return violations.map(describeViolation);
    };
    assert.deepEqual(found(make(Address, { street: 'a', city: '' })), ['city may not be empty']);
    assert.deepEqual(found({ street: 'a' }), ['city may not be empty']);
    assert.deepEqual(found(undefined), []);
    assert.deepEqual(found(null), []);
  });

  test(`${name}: a field named __proto__ in data, or an odd constructor, does not lead astray`, () => {
    const odd = Object.assign(Object.create(null) as object, { name: '', constructor: 'x' });
    assert.deepEqual(said(make(Holder, { person: odd as never })), ['person.name may not be empty']);
    assert.deepEqual(said(make(Holder, { person: Object.assign(person({ name: '' }), { constructor: 3 }) })), [
      'person.name may not be empty',
    ]);
  });
}
