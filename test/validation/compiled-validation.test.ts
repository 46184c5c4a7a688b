import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import type { GeneratorValue } from 'fast-check';

import { record, recordType } from '../../src/reflection/annotation.js';
import type { Class } from '../../src/reflection/type-ref.js';
import { Int, Json, mapOf, lazy, listOf, recordOf, optional, setOf } from '../../src/reflection/type-token.js';
import type { Token } from '../../src/reflection/type-token.js';
import { Each, UnwrapKind, ValidKind, ValidationMethodKind } from '../../src/validation/constraint-annotations.js';
import type { AnyConstraint } from '../../src/validation/constraint-annotations.js';
import { Default, group } from '../../src/validation/groups.js';
import type { Group } from '../../src/validation/groups.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull, Null } from '../../src/validation/presence-constraints.js';
import { Email, Length, OneOf, Size } from '../../src/validation/text-constraints.js';
import { validationCompiler } from '../../src/validation/validation-compiler.js';
import { validationInterpreter } from '../../src/validation/validation-interpreter.js';
import { validatorWith } from '../../src/validation/validator.js';
import type { Validator } from '../../src/validation/validator.js';
import { Optional } from '../../src/values/optional.js';
import { Wrapper } from '../../src/values/wrapper.js';

// Classes are made by applying annotations as functions, values mostly as the classes declare them and sometimes not at all, with objects
// that come again further down. Whatever the interpreter says of them, the compiler must say in the same order.

const runs = Number(process.env['KEELSON_FUZZ'] ?? 300);

test('compiled and interpreted validation find the same in generated classes and values', () => {
  let invalid = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const world = new World(gen);
      const value = world.value();
      const groups = gen(fc.subarray, [Default, First, Second]);
      const compiled = outcome(validatorWith(validationCompiler), value, groups);
      const interpreted = outcome(validatorWith(validationInterpreter), value, groups);
      assert.deepEqual(compiled, interpreted);
      if (typeof compiled === 'string') refused++;
      else if (compiled.length > 0) invalid++;
    }),
    { numRuns: runs },
  );
  // The comparison says something only while both sorts of answers are common.
  assert.ok(invalid > runs / 5, `${invalid} of ${runs} values were invalid`);
  assert.ok(refused < runs / 2, `${refused} of ${runs} models were refused`);
});

const First = group('First');
const Second = group('Second', Default);
const groupChoices: readonly (Group | readonly Group[] | undefined)[] = [undefined, undefined, undefined, First, Second, [Default, First]];

class Box extends Wrapper<unknown> {
  constructor(private readonly content: unknown) {
    super();
  }
  get(): unknown {
    return this.content;
  }
}

function outcome(validator: Validator, value: object, groups: readonly Group[]): string | readonly unknown[] {
  try {
    return validator.validate(value, ...groups).map((one) => [JSON.stringify(one), one.nodes]);
  } catch (error) {
    return (error as Error).message;
  }
}

/** A declared type: the token for it, and how values of it are made. */
interface Declared {
  readonly token: Token | undefined;
  readonly family: 'text' | 'number' | 'sized' | 'other';
  make(depth: number): unknown;
  readonly element?: Declared;
}

class World {
  private readonly classes: { readonly type: new () => object; readonly fields: Map<string, Declared> }[] = [];
  private readonly made: object[] = [];

  constructor(private readonly gen: GeneratorValue) {
    const count = this.number(1, 4);
    for (let index = 0; index < count; index++) this.addClass(index, count);
  }

  /** What is validated: mostly an instance, sometimes a container of them. */
  value(): object {
    const one = this.instance(this.number(0, this.classes.length - 1), 0);
    return this.pick<() => object>(
      () => one,
      () => one,
      () => [one, this.instance(0, 0)],
      () => new Map([['k', one]]),
      () => ({ a: one, b: [one] }),
      () => Optional.of(one),
    )();
  }

  private addClass(index: number, count: number): void {
    const base = index > 0 && this.chance(3) ? this.classes[this.number(0, index - 1)]! : undefined;
    const type = this.chance(2) && base !== undefined ? class extends base.type {} : class {};
    Object.defineProperty(type, 'name', { value: `Class${index}` });
    const fields = new Map(Object.getPrototypeOf(type) === base?.type ? base?.fields : []);
    this.classes.push({ type, fields });
    for (let field = this.number(0, 4); field > 0; field--) {
      const name = this.pick('a', 'b', 'c', 'd', 'e', '__proto__x', 'with "quotes" and \\');
      const declared = this.declared(count, 0);
      fields.set(name, declared);
      this.annotate(type.prototype, name, declared);
    }
    if (this.chance(2)) this.addValidationMethod(type.prototype as Record<string, unknown>, this.pick('isGood', 'isFine'));
  }

  private addValidationMethod(prototype: Record<string, unknown>, name: string): void {
    const answer = this.pick<unknown>(true, false, null, 'present');
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: { a?: unknown }) {
        return answer === 'present' ? this.a !== undefined : answer;
      },
    });
    const groups = [this.pick(Default, First, Second)];
    record(ValidationMethodKind, { message: `${name} says no`, groups }, { target: prototype, member: name, parameter: undefined });
  }

  private annotate(target: object, member: string, declared: Declared): void {
    const place = { target, member, parameter: undefined };
    if (declared.token !== undefined) recordType(declared.token, place);
    for (const annotation of this.constraints(declared)) (annotation as (target: object, member: string) => void)(target, member);
    if (this.chance(2)) record(ValidKind, true, place);
    if (this.chance(8)) record(UnwrapKind, this.chance(2), place);
  }

  private constraints(declared: Declared): readonly AnyConstraint[] {
    const groups = this.pick(...groupChoices);
    const options = groups === undefined ? {} : { groups };
    const fitting: Record<Declared['family'], readonly AnyConstraint[]> = {
      text: [NotEmpty(options), Length({ min: 1, max: 3, ...options }), OneOf(['a', 'ab'], options), Email(options)],
      number: [Min(0, options), Max(5, { message: 'not ${validatedValue}', ...options })],
      sized: [NotEmpty(options), Size({ max: 1, ...options })],
      other: [],
    };
    const chosen = [
      ...fitting[declared.family],
      ...(this.chance(4) ? [NotNull(options)] : []),
      ...(this.chance(12) ? [Null(options)] : []),
    ].filter(() => this.chance(2));
    if (declared.element !== undefined && this.chance(2)) {
      const ofElements = this.constraints(declared.element);
      if (ofElements.length > 0) chosen.push(Each(...ofElements));
    }
    return chosen;
  }

  private declared(count: number, depth: number): Declared {
    const plain: readonly (() => Declared)[] = [
      () => ({ token: String, family: 'text', make: () => this.pick('', 'a', 'ab', 'long text', 'a@b') }),
      () => ({ token: Int, family: 'number', make: () => this.pick<unknown>(-1, 0, 3, 9, 7n, NaN) }),
      () => ({ token: this.pick(undefined, Json), family: this.pick('text', 'number'), make: (at) => this.anything(at) }),
      () => {
        const target = this.number(0, count - 1);
        return { token: lazy(() => this.classes[target]!.type as Class), family: 'other', make: (at) => this.instance(target, at) };
      },
    ];
    const containers: readonly (() => Declared)[] = [
      () => this.container(count, depth, listOf, (values) => values),
      () => this.container(count, depth, setOf, (values) => new Set(values)),
      () => this.container(count, depth, recordOf, (values) => Object.fromEntries(values.map((value, index) => [`k${index}`, value]))),
      () => this.container(count, depth, mapOf, (values) => new Map(values.map((value, index) => [`k${index}`, value]))),
      () => {
        const content = this.declared(count, depth + 1);
        const token = content.token === undefined ? Optional : optional(content.token);
        return { token: token as Token, family: content.family, make: (at) => Optional.ofNullable(this.maybe(content, at)) };
      },
      () => {
        const content = this.declared(count, depth + 1);
        return { token: Box, family: content.family, make: (at) => new Box(this.maybe(content, at)) };
      },
    ];
    return this.pick(...plain, ...(depth < 2 ? containers : []))();
  }

  private container(count: number, depth: number, tokenOf: (type: Token) => Token, of: (values: readonly unknown[]) => unknown): Declared {
    const element = this.declared(count, depth + 1);
    const make = (at: number): unknown => of(Array.from({ length: this.number(0, 3) }, () => this.maybe(element, at)));
    return { token: tokenOf(element.token ?? Json), family: 'sized', element, make };
  }

  private instance(index: number, depth: number): object {
    const { type, fields } = this.classes[index]!;
    const [again] = this.made.length > 0 && this.chance(6) ? [this.pick(...this.made)] : [];
    if (again !== undefined) return again;
    const subclasses = this.classes.filter((one) => one.type.prototype instanceof type);
    const actual = subclasses.length > 0 && this.chance(2) ? this.pick(...subclasses) : { type, fields };
    // Sometimes only the form of an instance.
    const object = (this.chance(8) ? {} : new actual.type()) as Record<string, unknown>;
    this.made.push(object);
    for (const [name, declared] of actual.fields) {
      const value = depth > 3 ? undefined : this.maybe(declared, depth + 1);
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  }

  /** Mostly a value as declared; sometimes none, sometimes something else. */
  private maybe(declared: Declared, depth: number): unknown {
    if (this.chance(8)) return this.pick(null, undefined);
    return this.chance(10) ? this.anything(depth) : declared.make(depth);
  }

  private anything(depth: number): unknown {
    const any: readonly (() => unknown)[] = [
      () => 'a',
      () => '',
      () => 3,
      () => true,
      () => undefined,
      () => [],
      () => ({}),
      () => Object.create(null) as unknown,
      () => Optional.absent(),
      () => Optional.of('ab'),
      () => new Box(9),
      () => new Box(Optional.of('x')),
      () => new Date(0),
      () => this.instance(this.number(0, this.classes.length - 1), depth + 1),
      () => [this.instance(this.number(0, this.classes.length - 1), depth + 1)],
      () => {
        const circle: unknown[] = [];
        circle.push(circle);
        return circle;
      },
    ];
    return this.pick(...any)();
  }

  private pick<T>(...from: readonly T[]): T {
    return from[this.number(0, from.length - 1)]!;
  }

  private chance(oneIn: number): boolean {
    return this.number(1, oneIn) === 1;
  }

  private number(min: number, max: number): number {
    return this.gen(fc.integer, { min, max });
  }
}
