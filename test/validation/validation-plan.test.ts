import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeOf, recordType } from '../../src/reflection/annotation.js';
import type { DecoratorArguments } from '../../src/reflection/annotation.js';
import { modelOf } from '../../src/reflection/class-model.js';
import type { Class } from '../../src/reflection/type-ref.js';
import { enumOf, listOf, optional } from '../../src/reflection/type-token.js';
import type { Token } from '../../src/reflection/type-token.js';
import { DataSizeRange, MaxDuration, MinDuration } from '../../src/validation/amount-constraints.js';
import { Each, UnwrapValidatedValue, Valid, Validated, ValidationMethod } from '../../src/validation/constraint-annotations.js';
import { constraint } from '../../src/validation/constraint.js';
import { Default, group } from '../../src/validation/groups.js';
import { DecimalMin, Digits, Max, Min, Positive, Range } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Length, OneOf, Pattern, Size } from '../../src/validation/text-constraints.js';
import { ValidationModelError } from '../../src/validation/validation-model-error.js';
import { problemsOfMethod } from '../../src/validation/validation-plan.js';
import { Validator, checksOf } from '../../src/validation/validator.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';
import { Wrapper } from '../../src/values/wrapper.js';

// What the compiler refuses is written here past it: by annotations without their types.
type Loose = (...args: DecoratorArguments) => void;
const loosely = (annotation: unknown): Loose => annotation as Loose;
const Source =
  (token: Token): Loose =>
  (...args) =>
    recordType(token, placeOf(args));

class IntParam extends Wrapper<number> {
  get(): number {
    return 0;
  }
}

const validator = new Validator();
const problemsOf = (type: Class): readonly string[] => validator.problemsOfClass(type);

test('a constraint that cannot apply to the declared type is refused', () => {
  class Person {
    @loosely(Min(3)) name!: string;
    @loosely(NotEmpty) age!: number;
    @loosely(Length({ max: 3 })) born!: Date;
    @loosely(OneOf(['a'])) @loosely(Source(listOf(String))) tags!: string[];
    @loosely(Each(NotEmpty)) text!: string;
    @loosely(Each(Min(3))) @loosely(Source(listOf(String))) words!: string[];
    @loosely(UnwrapValidatedValue) @NotNull plain!: string;
  }
  assert.deepEqual(problemsOf(Person), [
    'Person.name: @Min stands on numbers, and this is text',
    'Person.age: @NotEmpty stands on text and collections, and this is number',
    'Person.born: @Length stands on text, and this is ISO 8601 date',
    'Person.tags: @OneOf stands on text, and this is list of text',
    'Person.text: @Each stands on lists, sets, maps and objects, and this is text',
    'Person.words, elements: @Min stands on numbers, and this is text',
    'Person.plain: @UnwrapValidatedValue looks into an Optional or a wrapper, and this is text; remove it',
  ]);
});

test('attributes that cannot mean anything are refused', () => {
  class Person {
    @Length({ min: 5, max: 3 }) a!: string;
    @Length({ max: -1 }) b!: string;
    @Size({ min: 1.5 }) c!: string;
    @Range({ min: 3, max: 1 }) d!: number;
    @Min(NaN) e!: number;
    @DecimalMin('one') f!: number;
    @Digits({ integer: -1, fraction: 0 }) g!: number;
    @OneOf([]) h!: string;
    @Pattern('(') i!: string;
    @Pattern('a)(b') j!: string;
    @MinDuration('30 secnds') k!: Duration;
    @DataSizeRange({ min: '3MB', max: '2MB' }) l!: DataSize;
    @Min(10) @Max(3) m!: number;
    @Min(10) @Max(3, { groups: group('Other') }) n!: number;
  }
  const problems = problemsOf(Person);
  assert.deepEqual(
    problems.filter((_, index) => index !== 8 && index !== 9),
    [
      'Person.a: @Length: min 5 is greater than max 3; swap them',
      'Person.b: @Length: max -1 is not a whole number from 0 up',
      'Person.c: @Size: min 1.5 is not a whole number from 0 up',
      'Person.d: @Range: min 3 is greater than max 1; swap them',
      'Person.e: @Min: NaN is not a number',
      'Person.f: @DecimalMin: one is not a number',
      'Person.g: @Digits: integer and fraction must be whole numbers from 0 up',
      'Person.h: @OneOf: the list of allowed values is empty; name at least one',
      'Person.k: @MinDuration: Invalid duration: 30 secnds. Wrong time unit; use ns, us, ms, s, m, h, d or their names',
      'Person.l: @DataSizeRange: min 3 megabytes is greater than max 2 megabytes; swap them',
      'Person.m: @Min(10) and @Max(3) leave no value that meets both; change or remove one of them',
    ],
  );
  assert.match(problems[8]!, /^Person\.i: @Pattern: Invalid regular expression/);
  assert.match(problems[9]!, /^Person\.j: @Pattern: Invalid regular expression/);
});

test('constraints that no value can meet together are refused, whatever they are called', () => {
  const Most = constraint<number, { value: number }>({ name: 'Max', message: 'x', test: () => true });
  class Order {
    @Positive @Max(0) a!: number;
    @DecimalMin('2.5') @Range({ min: 1, max: 2 }) b!: number;
    @NotEmpty @Size({ max: 0 }) c!: string[];
    @MinDuration('2 minutes') @MaxDuration('90 seconds') d!: Duration;
    @Min(3) @Max(3) @Range({ min: 3 }) fine!: number;
    @Length({ max: 3 }) @OneOf(['abcd']) @NotEmpty alsoFine!: string;
    @Min(5) @Most({ value: 1 }) foreign!: number;
  }
  assert.deepEqual(problemsOf(Order), [
    'Order.a: @Positive and @Max(0) leave no value that meets both; change or remove one of them',
    'Order.b: @DecimalMin(2.5) and @Range({ min: 1, max: 2 }) leave no value that meets both; change or remove one of them',
    'Order.c: @NotEmpty and @Size({ min: 0, max: 0 }) leave no value that meets both; change or remove one of them',
    'Order.d: @MinDuration(2 MINUTES) and @MaxDuration(90 SECONDS) leave no value that meets both; change or remove one of them',
  ]);
});

test('a validation method must be named is…, take nothing and answer at once with a boolean', () => {
  class Person {
    @loosely(ValidationMethod({ message: 'x' })) odd(): boolean {
      return true;
    }
    @loosely(ValidationMethod({ message: 'x' })) isText(): string {
      return '';
    }
    @loosely(ValidationMethod({ message: 'x' })) isLater(): Promise<boolean> {
      return Promise.resolve(true);
    }
    @loosely(ValidationMethod({ message: 'x' })) isOf(one: string): boolean {
      return one !== '';
    }
    @loosely(ValidationMethod({ message: 'x' })) isField!: boolean;
  }
  assert.deepEqual(problemsOf(Person), [
    'Person.isField: @ValidationMethod stands on methods, and this is none; write is…(): boolean',
    'Person.odd: the name of a @ValidationMethod begins with "is"; rename it',
    'Person.isText: a @ValidationMethod returns boolean',
    'Person.isLater: a @ValidationMethod answers at once, not with a promise; check what must be waited for in the endpoint',
    'Person.isOf: a @ValidationMethod takes no parameters',
  ]);
});

test('annotations where nothing can be validated are refused', () => {
  class Person {
    @NotEmpty set secret(text: string) {
      void text;
    }
    @Validated(Default) name!: string;
    @NotEmpty static shared: string;
  }
  assert.deepEqual(problemsOf(Person), [
    'Person: @NotEmpty on the static member shared: it can do nothing there; make it a member of the instance',
    'Person.secret: it can only be written, so there is no value to validate; add a getter, or constrain the field behind it',
    'Person.name: @Validated chooses the groups of an endpoint; it stands on parameters and methods of resources',
  ]);
});

test('the limits of constraints on wrappers are refused with the ways around them', () => {
  class Resource {
    both(@NotNull @Max(3) num: IntParam): void {
      void num;
    }
    optional(@NotNull @Max(3) num: Optional<number>): void {
      void num;
    }
    nested(@loosely(Source(optional(IntParam))) @loosely(Max(3)) num: Optional<IntParam>): void {
      void num;
    }
    never(@UnwrapValidatedValue(false) @Max(3) num: IntParam): void {
      void num;
    }
    fine(@UnwrapValidatedValue @NotNull @Max(3) num: IntParam): void {
      void num;
    }
  }
  const { methods } = modelOf(Resource);
  assert.deepEqual(
    methods.map((method) => problemsOfMethod(method)),
    [
      [
        'Resource.both, parameter 1: @NotNull and @Max stand together on the wrapper IntParam, and it cannot be told which of them mean the ' +
          "value inside; add @UnwrapValidatedValue to apply all of them to it, declare a plain type as in @QueryParam('n', Int), use " +
          '@DefaultValue, or check for absence inside the endpoint and answer 400',
      ],
      [
        'Resource.optional, parameter 1: @NotNull and @Max stand together on an Optional, and it cannot be told which of them mean the value ' +
          "inside; add @UnwrapValidatedValue to apply all of them to it, declare a plain type as in @QueryParam('n', Int), use @DefaultValue, " +
          'or check for absence inside the endpoint and answer 400',
      ],
      [
        'Resource.nested, parameter 1: @Max cannot stand on an Optional of a wrapper, because only one of the two is looked through; declare ' +
          'IntParam or optional(Int) alone, use @DefaultValue, or check the value inside the endpoint',
      ],
      ['Resource.never, parameter 1: with @UnwrapValidatedValue(false) only @NotNull and @Null can stand here, and this has @Max'],
      [],
    ],
  );
  assert.throws(() => checksOf(validator).forParameter(methods[0]!, 0, []), ValidationModelError);
});

test('what a reached class does wrong is part of the same report, once', () => {
  class Inner {
    @Length({ min: 2, max: 1 }) text!: string;
  }
  class Outer {
    @Min(NaN) count!: number;
    @Valid first!: Inner;
    @Valid(listOf(Inner)) more!: Inner[];
    @Valid itself!: Outer;
  }
  assert.throws(
    () => validator.validate(new Outer()),
    (error) => {
      assert.ok(error instanceof ValidationModelError);
      assert.equal(error.code, 'KEELSON_VALIDATION_MODEL');
      assert.equal(
        error.message,
        '2 constraints cannot be validated:\n- Outer.count: @Min: NaN is not a number\n- Inner.text: @Length: min 2 is greater than max 1; swap them',
      );
      return true;
    },
  );
});

test('text enums take text constraints, numeric ones take bounds, and own collections are collections', () => {
  enum Colour {
    Red = 'red',
  }
  enum Weight {
    Light = 1,
  }
  class Names extends Array<string> {}
  class Person {
    @loosely(Source(enumOf(Colour))) @loosely(Length({ max: 3 })) colour!: Colour;
    @loosely(Source(enumOf(Weight))) @loosely(Max(3)) weight!: Weight;
    @NotEmpty names!: Names;
    @loosely(Source(enumOf(Colour))) @loosely(Min(3)) wrong!: Colour;
  }
  assert.deepEqual(problemsOf(Person), ['Person.wrong: @Min stands on numbers, and this is one of [red]']);
});

test('an own constraint is refused where it says that it cannot stand, and for attributes it does not like', () => {
  const Even = constraint<number>({ name: 'Even', message: 'must be even', on: 'number', test: (value) => value % 2 === 0 });
  const MultipleOf = constraint<number, { of: number }>({
    name: 'MultipleOf',
    message: 'must be a multiple of {of}',
    test: (value, { of }) => value % of === 0,
    misuse: ({ of }) => (of === 0 ? 'nothing is a multiple of 0' : undefined),
  });
  class Order {
    @loosely(Even) text!: string;
    @MultipleOf({ of: 0 }) eggs!: number;
  }
  assert.deepEqual(problemsOf(Order), [
    'Order.text: @Even stands on numbers, and this is text',
    'Order.eggs: @MultipleOf: nothing is a multiple of 0',
  ]);
});

test('@Each takes constraints and nothing else', () => {
  assert.throws(() => Each((() => undefined) as never), /@Each takes constraints, as in @Each\(NotEmpty, Length\(\{ max: 20 \}\)\)/);
});
