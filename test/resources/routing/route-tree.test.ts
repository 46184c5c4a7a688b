import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { PathTemplate, comparePrecedence } from '../../../src/contract/path-template.js';
import { RouteTree } from '../../../src/resources/routing/route-tree.js';
import type { RouteEntry } from '../../../src/resources/routing/route-tree.js';

const entry = (text: string): RouteEntry<string> => ({ template: PathTemplate.parse(text), target: text, open: false });
const tree = (...templates: string[]): RouteTree<string> => new RouteTree(templates.map(entry));

function found(router: RouteTree<string>, path: string): unknown {
  const match = router.match(path);
  return typeof match === 'object' ? [match.target, ...match.values] : match;
}

test('literals beat variables, and more literal characters beat fewer, wherever they stand', () => {
  const router = tree('/x/{b}', '/{a}/detail', '/x/list', '/{a}/{b}');
  assert.deepEqual(found(router, '/x/list'), ['/x/list']);
  assert.deepEqual(found(router, '/x/detail'), ['/{a}/detail', 'x']);
  assert.deepEqual(found(router, '/x/other'), ['/x/{b}', 'other']);
  assert.deepEqual(found(router, '/y/other'), ['/{a}/{b}', 'y', 'other']);
});

test('of as many literal characters and variables, the one with an expression wins', () => {
  const router = tree('/a/{id}', '/a/{id: \\d+}');
  assert.deepEqual(found(router, '/a/12'), ['/a/{id: \\d+}', '12']);
  assert.deepEqual(found(router, '/a/x12'), ['/a/{id}', 'x12']);
});

test('variables may be parts of a segment', () => {
  const router = tree('/v{major}.{minor}', '/v{major}');
  assert.deepEqual(found(router, '/v1.2'), ['/v{major}.{minor}', '1', '2']);
  assert.deepEqual(found(router, '/v1'), ['/v{major}', '1']);
});

test('an expression may take slashes, and what follows it still counts', () => {
  const router = tree('/files/{path: .+}', '/files/{path: .+}/raw', '/files');
  assert.deepEqual(found(router, '/files/a/b'), ['/files/{path: .+}', 'a/b']);
  assert.deepEqual(found(router, '/files/a/b/raw'), ['/files/{path: .+}/raw', 'a/b']);
  assert.deepEqual(found(router, '/files'), ['/files']);
});

for (const [expression, several] of [
  ['[!-~]+', true],
  ['[^x]+', true],
  ['\\S+', true],
  ['\\p{P}+|[a-z]+', true],
  ['(?:a|b\\u002F)+', true],
  ['[a-z/]+', true],
  ['[a-z-]+', false],
  ['\\w+', false],
  ['\\d{1,3}', false],
  ['(a)\\1', false],
  ['\\.+', false],
] as const) {
  test(`{v: ${expression}} takes ${several ? 'several segments' : 'one segment'}`, () => {
    const [segment] = PathTemplate.parse(`/{v: ${expression}}`).segments;
    assert.equal(segment?.kind, several ? 'rest' : 'pattern');
  });
}

test('an expression whose class includes the slash is matched over segments', () => {
  assert.deepEqual(found(tree('/f/{v: [!-~]+}'), '/f/a/b'), ['/f/{v: [!-~]+}', 'a/b']);
});

test('a trailing slash matches the same template, an empty segment matches nothing', () => {
  const router = tree('/a/{id}', '/');
  assert.deepEqual(found(router, '/a/1/'), ['/a/{id}', '1']);
  assert.deepEqual(found(router, '/'), ['/']);
  assert.equal(found(router, '/a//'), undefined);
  assert.equal(found(router, '//a/1'), undefined);
});

test('escapes are decoded once, and an escaped slash is no slash', () => {
  const router = tree('/a/{id}', '/a/b c', '/f/{rest: .+}');
  assert.deepEqual(found(router, '/a/x%2Fy'), ['/a/{id}', 'x/y']);
  assert.deepEqual(found(router, '/a/b%20c'), ['/a/b c']);
  assert.deepEqual(found(router, '/a/%2525'), ['/a/{id}', '%25']);
  assert.deepEqual(found(router, '/f/a%2Fb/c'), ['/f/{rest: .+}', 'a/b/c']);
});

test('an open target takes what is left, unless a more precise one matches', () => {
  const router = new RouteTree([{ ...entry('/orders/{id}'), open: true }, entry('/orders/{id}/items'), entry('/orders/{id}')]);
  assert.deepEqual(router.match('/orders/7/parts/1'), { target: '/orders/{id}', values: ['7'], rest: '/parts/1' });
  assert.deepEqual(found(router, '/orders/7/items'), ['/orders/{id}/items', '7']);
});

test('names of objects are paths like any other', () => {
  const router = tree('/a/{id}');
  assert.deepEqual(found(router, '/a/__proto__'), ['/a/{id}', '__proto__']);
  assert.equal(found(router, '/constructor'), undefined);
});

const segment = fc.oneof(
  fc.constantFrom('a', 'b', 'ab', '{v}', '{w: \\d+}', 'x{v}', '{w: [a-z]+}', '{v}b'),
  fc.constantFrom('{r: .+}', '1'),
);
const templates = fc.uniqueArray(fc.array(segment, { minLength: 1, maxLength: 4 }).map(renamed), {
  minLength: 1,
  maxLength: 8,
  selector: (text) => PathTemplate.parse(text).shape,
});
const path = fc
  .array(fc.constantFrom('a', 'b', 'ab', '1', '12', 'xa', 'x1', 'c'), { minLength: 1, maxLength: 5 })
  .map((parts) => `/${parts.join('/')}`);

test('the tree finds what trying all templates in their order finds, in whatever order they were added', () => {
  fc.assert(
    fc.property(templates, path, fc.nat(), (texts, requested, seed) => {
      const shuffled = texts.toSorted((a, b) => hash(a, seed) - hash(b, seed));
      assert.deepEqual(found(tree(...shuffled), requested), foundByTrying(texts, requested));
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 2000) },
  );
});

/** The rule as JAX-RS writes it: one expression per template, tried in the order of precedence. */
function foundByTrying(texts: readonly string[], requested: string): unknown {
  for (const template of texts.map((text) => PathTemplate.parse(text)).toSorted(comparePrecedence)) {
    const source = template.text.replace(
      /\{(\w+)(?:: ([^}]*))?\}/g,
      (_, __, expression: string | undefined) => `(${expression ?? '[^/]+?'})`,
    );
    const match = new RegExp(`^${source}$`).exec(requested);
    if (match !== null) return [template.text, ...match.slice(1)];
  }
  return undefined;
}

function renamed(segments: readonly string[]): string {
  let count = 0;
  return `/${segments.join('/').replace(/\{\w/g, () => `{n${count++}`)}`;
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (const character of text) value = (value * 31 + character.charCodeAt(0)) % 65_521;
  return value;
}
