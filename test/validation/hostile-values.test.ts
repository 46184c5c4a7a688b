import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { lazy, listOf, mapOf, recordOf, setOf } from '../../src/reflection/type-token.js';
import type { Type } from '../../src/reflection/type-token.js';
import { Each, Valid, ValidationMethod } from '../../src/validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Pattern } from '../../src/validation/text-constraints.js';
import { ValidationMethodError } from '../../src/validation/validation-method-error.js';
import { describeViolation } from '../../src/validation/violation.js';
import { bothValidators } from './both-validators.js';

class Item {
  @NotEmpty name?: string;
  @NotNull count?: object;
}

for (const { name, validator } of bothValidators) {
  const said = (value: object): string[] => validator.validate(value).map(describeViolation);

  test(`${name}: a validation ends with the thousandth violation of a collection`, () => {
    const items = Array.from({ length: 5000 }, () => new Item());
    class Holder {
      @Valid(listOf(Item)) list: Item[] = [];
      @Valid(setOf(Item)) set: Set<Item> = new Set();
      @Valid(recordOf(Item)) record: Record<string, Item> = {};
      @Valid(mapOf(Item)) map: Map<string, Item> = new Map();
      @Each(NotEmpty) texts: string[] = [];
      @NotEmpty last: string = '';
    }
    const one = <K extends keyof Holder>(key: K, value: Holder[K]): readonly [number, string | undefined] => {
      const messages = said(Object.assign(new Holder(), { [key]: value }));
      return [messages.length, messages.at(-2)];
    };
    assert.deepEqual(one('list', items), [1001, 'list[499].count may not be null']);
    assert.deepEqual(one('set', new Set(items)), [1001, 'set[499].count may not be null']);
    assert.deepEqual(one('record', Object.fromEntries(items.entries())), [1001, 'record[499].count may not be null']);
    assert.deepEqual(one('map', new Map(items.map((item, index) => [`${index}`, item]))), [1001, 'map[499].count may not be null']);
    assert.deepEqual(
      one(
        'texts',
        items.map(() => ''),
      ),
      [1001, 'texts[999] may not be empty'],
    );
    assert.deepEqual(said([items, items]).length, 1000);
  });

  test(`${name}: a path shows the beginning of a long key`, () => {
    class Holder {
      @Valid(recordOf(Item)) items: Record<string, Item> = {};
    }
    const key = 'k'.repeat(100_000);
    const [violation] = validator.validate(Object.assign(new Holder(), { items: { [key]: new Item() } }));
    assert.equal(violation!.path, `items[${'k'.repeat(100)}…].name`);
    assert.deepEqual(violation!.nodes[1], { kind: 'key', key });
  });

  test(`${name}: a validation method that answers neither true nor false is an error of the application`, async () => {
    for (const [answer, told] of [
      [undefined, 'undefined; a @ValidationMethod returns true or false'],
      [null, 'null; a @ValidationMethod returns true or false'],
      [0, 'a value of type number; a @ValidationMethod returns true or false'],
      ['', 'a value of type string; a @ValidationMethod returns true or false'],
      ['yes', 'a value of type string; a @ValidationMethod returns true or false'],
      [Object.create(null), 'a value of type object; a @ValidationMethod returns true or false'],
      [Promise.resolve(true), 'a promise; a @ValidationMethod answers at once, so check what must be waited for in the endpoint'],
    ] as const) {
      class Odd {
        @ValidationMethod({ message: 'x' }) isOdd(): boolean {
          return answer as boolean;
        }
      }
      await assert.rejects(
        async () => validator.validate(new Odd()),
        (error) => {
          assert.ok(error instanceof ValidationMethodError);
          assert.equal(error.message, `Odd.isOdd returned ${told}`);
          assert.equal(error.code, 'KEELSON_VALIDATION_METHOD');
          return true;
        },
      );
    }
  });

  test(`${name}: a validation within a validation goes its own way`, () => {
    class Child {
      @Valid parent?: object;
    }
    class Parent {
      @NotEmpty name: string = '';
      @Valid child: Child = new Child();
      inner: readonly string[] | undefined;
      @ValidationMethod({ message: 'has an invalid child' }) isChildGood(): boolean {
        if (this.inner !== undefined) return true;
        this.inner = [];
        this.inner = said(this.child);
        return this.inner.length === 0;
      }
    }
    const parent = new Parent();
    parent.child.parent = parent;
    assert.deepEqual(said(parent), ['name may not be empty', 'has an invalid child']);
    assert.deepEqual(parent.inner, ['parent.name may not be empty']);
  });

  test(`${name}: flags that make an expression remember do not count`, () => {
    class Code {
      @Pattern(/a+/g) a: string = 'aaa';
      @Pattern(/b+/y) b: string = 'bbb';
    }
    for (let time = 0; time < 4; time++) {
      assert.deepEqual(said(new Code()), []);
      assert.deepEqual(said(new Code()), []);
      assert.deepEqual(said(Object.assign(new Code(), { a: 'x', b: 'x' })), ['a must match "a+"', 'b must match "b+"']);
    }
  });

  test(`${name}: a type that contains itself is validated as deep as its value goes`, () => {
    const Tree: Type<unknown[]> = listOf(lazy(() => Tree));
    class Holder {
      @Valid(Tree) tree: unknown[] = [];
    }
    const nested = (levels: number): unknown[] => [levels === 1 ? new Item() : nested(levels - 1)];
    assert.deepEqual(said(Object.assign(new Holder(), { tree: nested(40) })), [
      `tree${'[0]'.repeat(40)}.name may not be empty`,
      `tree${'[0]'.repeat(40)}.count may not be null`,
    ]);
  });
}

test('a megabyte of invalid elements fits a heap of 128 MB', () => {
  const program = fileURLToPath(new URL('./programs/validate-many-elements.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=128', program], { encoding: 'utf8' });
  assert.deepEqual([stderr, stdout, status], ['', '1000 violations, the last: items[499].count may not be null\n', 0]);
});
