import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AnnotationKind, placeOf, record, recordType } from '../../src/reflection/annotation.js';
import type { DecoratorArguments } from '../../src/reflection/annotation.js';
import { modelOf } from '../../src/reflection/class-model.js';
import { missingType } from '../../src/reflection/missing-type.js';
import { describeType } from '../../src/reflection/type-ref.js';
import type { TypeRef } from '../../src/reflection/type-ref.js';
import { Int, enumOf, lazy, listOf, recordOf, optional } from '../../src/reflection/type-token.js';
import type { Token } from '../../src/reflection/type-token.js';
import { Optional } from '../../src/values/optional.js';

const Note = new AnnotationKind<string>('Note', { merge: 'accumulate' });
const Title = new AnnotationKind<string>('Title');
const Bound = new AnnotationKind<number>('Bound', { implies: () => ({ kind: 'number' }) });

const note =
  (text: string) =>
  (...args: DecoratorArguments) =>
    record(Note, text, placeOf(args));
const title =
  (text: string) =>
  (...args: DecoratorArguments) =>
    record(Title, text, placeOf(args));
const bound =
  (value: number) =>
  (...args: DecoratorArguments) =>
    record(Bound, value, placeOf(args));
const typed =
  (token: Token) =>
  (...args: DecoratorArguments) =>
    recordType(token, placeOf(args));

enum Choice {
  A = 'a',
  B = 'b',
}
enum Size {
  Small,
  Large,
}

class Address {
  @note('street') street!: string;
}

abstract class Base {
  @note('base') @title('of base') name!: string;
  @note('id') id!: number;
  @note('base method') greet(@note('base parameter') who: string): string {
    return who;
  }
}

function Labelled<C extends new (...args: any[]) => object>(Super: C) {
  class WithLabel extends Super {
    label!: string;
  }
  note('label')(WithLabel.prototype, 'label');
  return WithLabel;
}

@note('class')
class Person extends Base {
  @note('first') @note('second') @title('of person') override name!: string;
  @note('x') address!: Address;
  @note('x') tags!: string[];
  @note('x') @typed(listOf(lazy(() => Person))) friends!: Person[];
  @note('x') @typed(enumOf(Choice)) choice!: Choice;
  @note('x') @typed(recordOf(Int)) scores!: Record<string, number>;
  @bound(3) animals!: Optional<number>;
  @note('x') union!: string | number;
  @note('getter') get shout(): string {
    return this.name;
  }
  override greet(@note('own parameter') who: string): string {
    return who;
  }
}

const field = (name: string) => modelOf(Person).fields.find((one) => one.name === name)!;

test('fields come base class first, each in the order written', () => {
  assert.deepEqual(
    modelOf(Person).fields.map((one) => one.name),
    ['name', 'id', 'address', 'tags', 'friends', 'choice', 'scores', 'animals', 'union', 'shout'],
  );
});

test('annotations of one member are in the order written, inherited ones before them where they accumulate', () => {
  assert.deepEqual(field('name').annotations.all(Note), ['base', 'first', 'second']);
  assert.deepEqual(field('name').annotations.all(Title), ['of person']);
});

test('types come from tokens first, then from what the compiler left', () => {
  assert.equal(describeType(field('name').type), 'text');
  assert.equal(describeType(field('id').type), 'number');
  assert.equal(describeType(field('address').type), 'Address');
  assert.equal(describeType(field('friends').type), 'list of Person');
  assert.equal(describeType(field('choice').type), 'one of [a, b]');
  assert.equal(describeType(field('scores').type), 'map of whole number');
});

test('an Optional of something forgotten takes its content from an annotation that can only stand on numbers', () => {
  assert.equal(describeType(field('animals').type), 'optional number');
});

test('accessors are fields that say how they can be reached', () => {
  assert.equal(field('shout').access, 'getter');
  assert.equal(field('name').access, 'field');
});

test('an overriding method keeps what the base method says and adds its own', () => {
  const greet = modelOf(Person).methods.find((one) => one.name === 'greet')!;
  assert.deepEqual(greet.annotations.all(Note), ['base method']);
  assert.deepEqual(greet.parameters[0]!.annotations.all(Note), ['base parameter', 'own parameter']);
  assert.equal(describeType(greet.parameters[0]!.type), 'text');
});

test('a mixin made by an extends expression is part of the model', () => {
  class Labelled2 extends Labelled(Person) {}
  assert.ok(modelOf(Labelled2).fields.some((one) => one.name === 'label'));
  assert.deepEqual(modelOf(Labelled2).annotations.all(Note), ['class']);
});

test('a model of a base class knows nothing of its subclasses', () => {
  assert.deepEqual(
    modelOf(Base as never).fields.map((one) => one.name),
    ['name', 'id'],
  );
});

test('numeric enums have their names as members, not the reverse entries', () => {
  assert.equal(describeType((enumOf(Size) as { ref?: never }).ref!), 'one of [Small, Large]');
});

test('a type that did not survive compilation is refused with the member, the cause and what to write', () => {
  const told = (type: TypeRef) => missingType(type, 'A.b', '@JsonProperty(%)');
  assert.equal(
    told(field('tags').type),
    'A.b: at run time it is not known what the array holds; name the type, as in @JsonProperty(listOf(String))',
  );
  assert.equal(
    told(field('union').type),
    'A.b: at run time only "Object" is left of its type, as of unions ("string | undefined"), interfaces and fields without a declared type ' +
      '("port = 80"); write "name?: string" or "port: number = 80", or name the type, as in @JsonProperty(String) or @JsonProperty(enumOf(Choice))',
  );
  assert.equal(
    told({ kind: 'unknown', found: 'nothing' }),
    'A.b: the compiler wrote down nothing of its type; set "emitDecoratorMetadata": true in tsconfig.json for tsc, or "decoratorMetadata": true ' +
      'for swc (esbuild and tsx never write types down), or name the type, as in @JsonProperty(String)',
  );
  assert.equal(
    told({ kind: 'unknown', found: 'Function' }),
    'A.b: at run time only "Function" is left of its type; write "import" in place of "import type" for a class, or name the type, as in ' +
      '@JsonProperty(ThatClass)',
  );
  assert.equal(
    told({ kind: 'unknown', found: 'Promise' }),
    'A.b: at run time only "Promise" is left of its type; name the type, as in @JsonProperty(String)',
  );
  assert.equal(told(field('friends').type), undefined);
});

test('under tsx, the missing type is put down to tsx', () => {
  const before = process.execArgv;
  try {
    for (const option of ['--import=tsx', '/project/node_modules/tsx/dist/loader.mjs']) {
      process.execArgv = [option];
      assert.equal(
        missingType({ kind: 'unknown', found: 'nothing' }, 'A.b', '@JsonProperty(%)'),
        'A.b: the compiler wrote down nothing of its type; tsx never writes types down, whatever tsconfig.json says: compile with tsc or swc, ' +
          'or name the type, as in @JsonProperty(String)',
      );
    }
  } finally {
    process.execArgv = before;
  }
});

test('annotations on members named by symbols are kept as misplaced', () => {
  const secret = Symbol('secret');
  class Odd {
    @note('x') [secret]!: string;
    @note('y') [Symbol.iterator](@title('z') _from: number): void {
      return undefined;
    }
  }
  const { misplaced, fields, methods } = modelOf(Odd);
  assert.deepEqual([fields, methods], [[], []]);
  assert.deepEqual(misplaced, [
    'Odd: @Note on the member Symbol(secret), which has no name: it can do nothing there; name the member by a text',
    'Odd: @Note on the member Symbol(Symbol.iterator), which has no name: it can do nothing there; name the member by a text',
    'Odd: @Title on the member Symbol(Symbol.iterator), which has no name: it can do nothing there; name the member by a text',
  ]);
});

test('annotations on static members and constructor parameters are kept as misplaced', () => {
  class Odd {
    @note('x') static count = 0;
    constructor(@note('y') readonly size: number) {}
  }
  assert.deepEqual(modelOf(Odd).misplaced, [
    'Odd: @Note on the static member count: it can do nothing there; make it a member of the instance',
    'Odd: @Note on a parameter of the constructor: it can do nothing there; annotate a field, or a parameter of a method',
  ]);
});

test('a newer decorator context is refused with the compiler setting to change', () => {
  const asNewer = note('x') as unknown as (value: undefined, context: object) => void;
  assert.throws(() => asNewer(undefined, { kind: 'field', name: 'x' }), /"experimentalDecorators": true/);
});

test('optional(Int) describes what it holds', () => {
  assert.equal(describeType((optional(Int) as { ref?: never }).ref!), 'optional whole number');
});
