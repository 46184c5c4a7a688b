import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DeclaredType, placeOf, recordType } from '../../src/reflection/annotation.js';
import type { DecoratorArguments } from '../../src/reflection/annotation.js';
import { modelOf } from '../../src/reflection/class-model.js';
import type { MethodModel } from '../../src/reflection/class-model.js';
import { Int, listOf, recordOf, optional } from '../../src/reflection/type-token.js';
import type { Token } from '../../src/reflection/type-token.js';
import { Each, UnwrapValidatedValue, Valid, Validated, ValidationMethod } from '../../src/validation/constraint-annotations.js';
import { groupsOfEndpoint } from '../../src/validation/endpoint-groups.js';
import { Default, group } from '../../src/validation/groups.js';
import type { Group } from '../../src/validation/groups.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Length } from '../../src/validation/text-constraints.js';
import { checksOf } from '../../src/validation/validator.js';
import { describeViolation } from '../../src/validation/violation.js';
import type { Violation } from '../../src/validation/violation.js';
import { Optional } from '../../src/values/optional.js';
import { Wrapper } from '../../src/values/wrapper.js';
import { bothValidators } from './both-validators.js';

class IntParam extends Wrapper<number> {
  constructor(private readonly value: number) {
    super();
  }
  get(): number {
    return this.value;
  }
}

class NonEmptyStringParam extends Wrapper<Optional<string>> {
  constructor(private readonly text: string) {
    super();
  }
  get(): Optional<string> {
    return this.text === '' ? Optional.absent() : Optional.of(this.text);
  }
}

class Example {
  @Min(0) id!: number;
  @NotEmpty({ groups: [Default] }) name = 'x';
}

class Answer {
  @Valid example = new FalseThing();
}
class FalseThing {
  @ValidationMethod({ message: 'must have a false thing' }) isFalse(): boolean {
    return false;
  }
}

const First = group('First');
const Second = group('Second', Default);

/** What a parameter source with a token does. */
const Source =
  (token: Token) =>
  (...args: DecoratorArguments) =>
    recordType(token, placeOf(args));

class Resource {
  text(@NotEmpty @Length({ min: 3 }) name: string): void {
    void name;
  }
  plain(@Source(Int) @NotNull @Max(3) count: number | undefined): void {
    void count;
  }
  body(@NotNull @Valid example: Example): void {
    void example;
  }
  bodies(@NotNull @Valid(listOf(Example)) examples: Example[]): void {
    void examples;
  }
  byKey(@Valid(recordOf(Example)) examples: Record<string, Example>): void {
    void examples;
  }
  optionalBound(@Source(optional(Int)) @Min(3) count: Optional<number>): void {
    void count;
  }
  optionalUnwrapped(@UnwrapValidatedValue @NotNull @Min(3) count: Optional<number>): void {
    void count;
  }
  optionalEmpty(@NotEmpty name: Optional<string>): void {
    void name;
  }
  optionalUnwrappedEmpty(@UnwrapValidatedValue @NotEmpty name: Optional<string>): void {
    void name;
  }
  wrapped(@Max(3) num: IntParam): void {
    void num;
  }
  wrapperNotNull(@NotNull num: IntParam): void {
    void num;
  }
  wrapperNotUnwrapped(@NotNull @UnwrapValidatedValue(false) num: IntParam): void {
    void num;
  }
  wrapperUnwrapped(@UnwrapValidatedValue @NotNull @Min(2) @Max(5) num: IntParam): void {
    void num;
  }
  wrapperOfOptional(@Length({ min: 3 }) name: NonEmptyStringParam): void {
    void name;
  }
  wrapperOfOptionalNotEmpty(@NotEmpty name: NonEmptyStringParam): void {
    void name;
  }
  elements(@Each(Length({ max: 3 })) names: Set<string>): void {
    void names;
  }
  unknownHolder(@NotNull @Max(3) num: IntParam | number | Optional<number> | undefined): void {
    void num;
  }
  grouped(@Valid @Validated(First) example: Example, @NotNull other: string): void {
    void [example, other];
  }
  groupedAlike(@Validated(First, Second) a: string, @Validated(Second, First) b: string, c: string): void {
    void [a, b, c];
  }
  groupedUnlike(@Validated(First) a: string, @Validated(Second) b: string): void {
    void [a, b];
  }
  @NotNull answer(): string {
    return '';
  }
  @Length({ max: 3 }) async promised(): Promise<string> {
    return '';
  }
  @Valid async nested(): Promise<Answer> {
    return new Answer();
  }
  @Valid maybe(): Optional<Example> {
    return Optional.absent();
  }
  @Validated(First) @NotEmpty({ groups: First }) groupedAnswer(): string {
    return '';
  }
}

const method = (name: keyof Resource): MethodModel => modelOf(Resource).methods.find((one) => one.name === name)!;

for (const { name, validator } of bothValidators) {
  const parameter = (of: keyof Resource, value: unknown, ...groups: Group[]): string[] => {
    const violations: Violation[] = [];
    checksOf(validator).forParameter(method(of), 0, groups)?.(value, violations);
    return violations.map(describeViolation);
  };
  const returned = (of: keyof Resource, value: unknown, ...groups: Group[]): string[] => {
    const violations: Violation[] = [];
    checksOf(validator).forReturnValue(method(of), groups)?.(value, violations);
    return violations.map((one) => `${one.path}: ${one.message}`);
  };

  test(`${name}: constraints of a parameter have the empty path`, () => {
    assert.deepEqual(parameter('text', undefined), ['may not be empty']);
    assert.deepEqual(parameter('text', 'hi'), ['length must be between 3 and 2147483647']);
    assert.deepEqual(parameter('text', ''), ['may not be empty', 'length must be between 3 and 2147483647']);
    assert.deepEqual(parameter('text', 'abc'), []);
  });

  test(`${name}: a plain number takes @NotNull and @Max together`, () => {
    assert.deepEqual(parameter('plain', undefined), ['may not be null']);
    assert.deepEqual(parameter('plain', 4), ['must be less than or equal to 3']);
    assert.deepEqual(parameter('plain', 3), []);
  });

  test(`${name}: a body is validated where @Valid stands, with the field's path alone`, () => {
    assert.deepEqual(parameter('body', null), ['may not be null']);
    assert.deepEqual(parameter('body', Object.assign(new Example(), { id: -1 })), ['id must be greater than or equal to 0']);
    assert.deepEqual(
      parameter('bodies', [
        { id: 1, name: 'x' },
        { id: -1, name: 'x' },
      ]),
      ['[1].id must be greater than or equal to 0'],
    );
    assert.deepEqual(parameter('byKey', { one: { id: -1, name: 'x' } }), ['[one].id must be greater than or equal to 0']);
    assert.deepEqual(parameter('byKey', undefined), []);
  });

  test(`${name}: nothing is made for a parameter of which nothing is asked`, () => {
    assert.equal(checksOf(validator).forParameter(method('groupedAlike'), 2, []), undefined);
    assert.equal(checksOf(validator).forParameter(method('text'), 0, [First]), undefined);
    assert.equal(checksOf(validator).forReturnValue(method('text'), []), undefined);
  });

  test(`${name}: a bound on an Optional holds for the value inside, and an absent one passes`, () => {
    assert.deepEqual(parameter('optionalBound', Optional.absent()), []);
    assert.deepEqual(parameter('optionalBound', undefined), []);
    assert.deepEqual(parameter('optionalBound', Optional.of(2)), ['must be greater than or equal to 3']);
    assert.deepEqual(parameter('optionalBound', Optional.of(3)), []);
    assert.deepEqual(parameter('optionalEmpty', Optional.absent()), []);
    assert.deepEqual(parameter('optionalEmpty', Optional.of('')), ['may not be empty']);
  });

  test(`${name}: with @UnwrapValidatedValue an absent value is shown to the constraints`, () => {
    assert.deepEqual(parameter('optionalUnwrapped', Optional.absent()), ['may not be null']);
    assert.deepEqual(parameter('optionalUnwrapped', Optional.of(2)), ['must be greater than or equal to 3']);
    assert.deepEqual(parameter('optionalUnwrappedEmpty', Optional.absent()), ['may not be empty']);
  });

  test(`${name}: a bound on a wrapper holds for the value inside`, () => {
    assert.deepEqual(parameter('wrapped', undefined), []);
    assert.deepEqual(parameter('wrapped', new IntParam(3)), []);
    assert.deepEqual(parameter('wrapped', new IntParam(4)), ['must be less than or equal to 3']);
    assert.deepEqual(parameter('wrapperNotNull', undefined), ['may not be null']);
    assert.deepEqual(parameter('wrapperNotNull', new IntParam(3)), []);
    assert.deepEqual(parameter('wrapperNotUnwrapped', undefined), ['may not be null']);
    assert.deepEqual(parameter('wrapperUnwrapped', undefined), ['may not be null']);
    assert.deepEqual(parameter('wrapperUnwrapped', new IntParam(1)), ['must be greater than or equal to 2']);
    assert.deepEqual(parameter('wrapperUnwrapped', new IntParam(50)), ['must be less than or equal to 5']);
  });

  test(`${name}: a wrapper of an Optional is looked through down to the text`, () => {
    assert.deepEqual(parameter('wrapperOfOptional', new NonEmptyStringParam('')), []);
    assert.deepEqual(parameter('wrapperOfOptional', new NonEmptyStringParam('hi')), ['length must be between 3 and 2147483647']);
    assert.deepEqual(parameter('wrapperOfOptionalNotEmpty', new NonEmptyStringParam('')), ['may not be empty']);
    assert.deepEqual(parameter('wrapperOfOptionalNotEmpty', new NonEmptyStringParam('x')), []);
  });

  test(`${name}: where the declared type did not survive, each value is taken for what it is`, () => {
    assert.equal(method('unknownHolder').parameters[0]!.annotations.has(DeclaredType), false);
    assert.deepEqual(parameter('unknownHolder', undefined), ['may not be null']);
    for (const value of [4, new IntParam(4), Optional.of(4)])
      assert.deepEqual(parameter('unknownHolder', value), ['must be less than or equal to 3']);
    assert.deepEqual(parameter('unknownHolder', Optional.absent()), []);
  });

  test(`${name}: elements of a parameter are named by their position`, () => {
    assert.deepEqual(parameter('elements', new Set(['abc', 'abcd'])), ['[1] length must be between 0 and 3']);
  });

  test(`${name}: return values, promised ones included, are checked by what they are`, () => {
    assert.deepEqual(returned('answer', null), [': may not be null']);
    assert.deepEqual(returned('promised', 'long'), [': length must be between 0 and 3']);
    assert.deepEqual(returned('nested', new Answer()), ['example: must have a false thing']);
    assert.deepEqual(returned('maybe', Optional.of(Object.assign(new Example(), { id: -1 }))), ['id: must be greater than or equal to 0']);
    assert.deepEqual(returned('maybe', Optional.absent()), []);
    assert.deepEqual(returned('groupedAnswer', ''), []);
    assert.deepEqual(returned('groupedAnswer', '', First), [': may not be empty']);
  });
}

test('the groups of one @Validated count for all parameters of the endpoint, those of the method for its return value', () => {
  assert.deepEqual(groupsOfEndpoint(method('grouped')), { parameters: [First], returnValue: [], problem: undefined });
  assert.deepEqual(groupsOfEndpoint(method('groupedAnswer')), { parameters: [], returnValue: [First], problem: undefined });
  assert.deepEqual(groupsOfEndpoint(method('body')), { parameters: [], returnValue: [], problem: undefined });
});

test('parameters may repeat the same groups, in any order, and no others', () => {
  assert.deepEqual(groupsOfEndpoint(method('groupedAlike')), { parameters: [First, Second], returnValue: [], problem: undefined });
  assert.equal(
    groupsOfEndpoint(method('groupedUnlike')).problem,
    'Resource.groupedUnlike: its parameters choose different groups (First; Second, Default); ' +
      'one list of groups counts for all parameters of an endpoint, so write the same @Validated on each of them, or only one',
  );
});
