import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parse } from '../../src/configuration/parse.js';
import { plainValue } from './plain-value.js';

function parsed(text: string, path = 'config.yml'): unknown {
  return plainValue(parse(text, path));
}

test('YAML values are text, numbers, truth values, lists and maps', () => {
  assert.deepEqual(parsed('a: x\nb: 1.50\nc: true\nd: [1, {e: f}]\ng:\nlevel: OFF\nflag: yes\n1: one\n'), {
    a: 'x',
    b: 1.5,
    c: true,
    d: [1, { e: 'f' }],
    g: null,
    level: 'OFF',
    flag: 'yes',
    1: 'one',
  });
});

test('every value remembers its line and column, and how it was written', () => {
  const root = parse('a: 1\nb:\n  - 1.10\n', 'config.yml');
  const list = root.entries.get('b')!;
  assert.deepEqual(list.keyOrigin, { kind: 'file', line: 2, column: 1 });
  assert.deepEqual(list.node.kind === 'list' && list.node.items[0], {
    kind: 'scalar',
    value: 1.1,
    source: '1.10',
    origin: { kind: 'file', line: 3, column: 5 },
  });
});

test('anchors, aliases and merges are resolved', () => {
  assert.deepEqual(parsed('base: &base {a: 1, b: 2}\nother: {<<: *base, b: 3}\nboth: {<<: [*base, {c: 4}]}\nagain: *base'), {
    base: { a: 1, b: 2 },
    other: { a: 1, b: 3 },
    both: { a: 1, b: 2, c: 4 },
    again: { a: 1, b: 2 },
  });
});

test('__proto__ is a key like any other', () => {
  const root = parse('__proto__: {polluted: 1}', 'config.yml');
  assert.deepEqual([...root.entries.keys()], ['__proto__']);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('ten thousand keys are read', () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `key${index}: ${index}`).join('\n');
  assert.equal(parse(text, 'config.yml').entries.size, 10_000);
});

const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]!}`).join(',')}]`),
].join('\n');

const refused: readonly (readonly [what: string, text: string, message: string])[] = [
  ['an empty file', '', 'config.yml has an error:\n  * Configuration at config.yml must not be empty'],
  ['a file of comments', '# nothing\n', 'config.yml has an error:\n  * Configuration at config.yml must not be empty'],
  [
    'a single value',
    'j&&&&',
    'config.yml has an error:\n  * Failed to parse configuration; expected keys and their values, found a single value (config.yml:1:1)',
  ],
  [
    'a list',
    '- a\n- b',
    'config.yml has an error:\n  * Failed to parse configuration; expected keys and their values, found a list (config.yml:1:1)',
  ],
  [
    'malformed YAML',
    'a: 1\nb: [1, 2\nc: 3',
    'config.yml has an error:\n  * Malformed YAML at line: 3, column: 1; Flow sequence in block collection must be sufficiently indented and end with a ] (config.yml:3:1)',
  ],
  [
    'a tab as indentation',
    'a:\n\tb: 1',
    'config.yml has an error:\n  * Malformed YAML at line: 2, column: 1; Tabs are not allowed as indentation (config.yml:2:1)',
  ],
  [
    'two documents',
    'a: 1\n---\nb: 2',
    'config.yml has an error:\n  * Malformed YAML at line: 2, column: 1; there is more than one document in the file (config.yml:2:1)',
  ],
  [
    'a foreign tag',
    'a: !java/object x',
    'config.yml has an error:\n  * Malformed YAML at line: 1, column: 4; unknown tag; quote a text that begins with "!" (config.yml:1:4)',
  ],
  [
    'duplicate keys, all of them',
    'a: 1\nb: 2\na: 3\nb: 4',
    'config.yml has the following errors:\n  * Duplicate field: a (config.yml:3:1)\n  * Duplicate field: b (config.yml:4:1)',
  ],
  ['an anchor that contains itself', 'a: &a\n  b: *a', 'config.yml has an error:\n  * the anchor &a contains itself (config.yml:2:6)'],
  [
    'an alias without anchor',
    'a: *b',
    'config.yml has an error:\n  * this alias names no anchor that stands before it; quote a text that begins with "*" (config.yml:1:4)',
  ],
  ['a key that is a list', '? [a]\n: 1', 'config.yml has an error:\n  * a key must be plain text (config.yml:1:3)'],
  ['a merge of a value', '<<: 3', 'config.yml has an error:\n  * only maps can be merged by "<<" (config.yml:1:5)'],
  ['binary data', 'a: !!binary aGk=', 'config.yml has an error:\n  * this is no value of a configuration (config.yml:1:13)'],
  ['an ordered map', 'a: !!omap [b: 1]', 'config.yml has an error:\n  * this is no value of a configuration (config.yml:1:11)'],
];
for (const [what, text, message] of refused) {
  test(`${what} is refused in one sentence`, () =>
    assert.throws(() => parse(text, 'config.yml'), { name: 'ConfigurationParsingError', message }));
}

test('aliases that repeat each other a billion times are refused', () => {
  assert.throws(() => parse(bomb, 'config.yml'), {
    message: 'config.yml has an error:\n  * its aliases repeat more than 100000 values (config.yml:6:8)',
  });
});

for (const nested of [`a: ${'['.repeat(200)}`, '- '.repeat(100_000), '? '.repeat(100_000), '['.repeat(100_000), '{a: '.repeat(100_000)]) {
  test(`values nested without end are refused: ${nested.slice(0, 8)}…`, () => {
    assert.throws(
      () => parse(nested, 'config.yml'),
      /^ConfigurationParsingError: .*\n {2}\* Malformed YAML at line: 1, column: \d+; values are nested more than 100 deep/,
    );
  });
}

test('a password that should have been quoted appears in no message', () => {
  for (const value of [
    '!hunter2',
    '*hunter2',
    '|hunter2',
    '"x\\hunter2"',
    '@hunter2',
    '`hunter2',
    '%hunter2',
    '[hunter2',
    '{hunter2: }}',
    "'hunter2",
    'a: hunter2',
  ]) {
    assert.throws(
      () => parse(`keyStorePassword: ${value}`, 'config.yml'),
      (error: Error) => error.name === 'ConfigurationParsingError' && !error.message.includes('hunter2'),
      value,
    );
  }
});
