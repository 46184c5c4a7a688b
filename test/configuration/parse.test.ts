import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConfigurationReport } from '../../src/configuration/configuration-report.js';
import type { MapNode } from '../../src/configuration/configuration-tree.js';
import { parse as parseInto } from '../../src/configuration/parse.js';
import { plainValue } from './plain-value.js';

function parse(text: string, path: string): MapNode {
  const report = new ConfigurationReport(path);
  const root = parseInto(text, report);
  if (!report.isEmpty) throw report.toError();
  return root;
}

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

test('a %YAML directive changes nothing: merges work, and "on" is text', () => {
  assert.deepEqual(parsed('%YAML 1.1\n---\nbase: &base {a: on, b: 010, c: 1_000}\nother: {<<: *base, b: 3}\n'), {
    base: { a: 'on', b: 10, c: '1_000' },
    other: { a: 'on', b: 3, c: '1_000' },
  });
});

test('a quoted "<<" is a key like any other', () => {
  assert.deepEqual(parsed('base: &base {a: 1}\nother: {"<<": *base}'), { base: { a: 1 }, other: { '<<': { a: 1 } } });
});

test('all values that are wrong in themselves are named, and the rest is read', () => {
  const report = new ConfigurationReport('config.yml');
  const root = parseInto(
    'a: !java/object x\nb: "\\q"\nc: {d: !!int x, e: 1}\nf: !own {g: 1}\nh: @x\ni: *nowhere\na: 2\nj: [!own x, 3]\nk: &k [*k]\nl: {<<: 3}',
    report,
  );
  assert.deepEqual(plainValue(root), {
    a: undefined,
    b: undefined,
    c: { d: undefined, e: 1 },
    f: undefined,
    h: undefined,
    i: undefined,
    j: [undefined, 3],
    k: [undefined],
    l: {},
  });
  assert.equal(
    report.toError().message,
    `config.yml has the following errors:
  * Malformed YAML at line: 1, column: 4; unknown tag; quote a text that begins with "!" (config.yml:1:4)
  * Malformed YAML at line: 2, column: 5; Invalid escape sequence; write \\\\ for a backslash in double quotes (config.yml:2:5)
  * Malformed YAML at line: 3, column: 8; unknown tag; quote a text that begins with "!" (config.yml:3:8)
  * Malformed YAML at line: 4, column: 4; unknown tag; quote a text that begins with "!" (config.yml:4:4)
  * Malformed YAML at line: 5, column: 4; this character cannot begin a plain text; quote the text (config.yml:5:4)
  * this alias names no anchor before it; quote a text that begins with "*" (config.yml:6:4)
  * Duplicate field: a; it is already set in line 1, remove one of them (config.yml:7:1)
  * Malformed YAML at line: 8, column: 5; unknown tag; quote a text that begins with "!" (config.yml:8:5)
  * the anchor &k contains itself; remove the alias (config.yml:9:8)
  * "<<" merges maps only; name one by its alias, as in "<<: *base" (config.yml:10:9)`,
  );
});

test('a malformed key is reported once, and its neighbours are read', () => {
  const report = new ConfigurationReport('config.yml');
  const root = parseInto('a: {@b: 1, c: 2}\n@d: &d 3\ne: {"\\q": 1, f: *d}\n? [g]\n: &g 4\nh: *g\ni: !own\nj: 5', report);
  assert.deepEqual(plainValue(root), { a: { c: 2 }, e: { f: 3 }, h: 4, i: undefined, j: 5 });
  assert.deepEqual(
    report
      .toError()
      .message.split('\n')
      .slice(1)
      .map((line) => /\(config.yml:(.*)\)$/.exec(line)?.[1]),
    ['1:5', '2:1', '3:6', '4:3', '7:4'],
  );
});

test('a tag on the whole file is all that is reported', () => {
  assert.throws(() => parse('!own\na: 1\nb: [*x]', 'config.yml'), {
    message:
      'config.yml has an error:\n  * Malformed YAML at line: 1, column: 1; unknown tag; quote a text that begins with "!" (config.yml:1:1)',
  });
});

test('where the structure is broken, the report ends', () => {
  assert.throws(() => parse('a: !own x\nb: [1\nc: 3\nd: !own x\n', 'config.yml'), {
    message: `config.yml has the following errors:
  * Malformed YAML at line: 1, column: 4; unknown tag; quote a text that begins with "!" (config.yml:1:4)
  * Malformed YAML at line: 3, column: 1; Flow sequence in block collection must be sufficiently indented and end with a ] (config.yml:3:1)`,
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
    'a variable in a flow list that is not quoted',
    'a: [1, ${B}]',
    'config.yml has an error:\n  * Malformed YAML at line: 1, column: 9; a comma is missing, or quotes around a text that holds {, }, [ or ] (config.yml:1:9)',
  ],
  [
    'a text with a colon that is not quoted',
    'a: b: c',
    'config.yml has an error:\n  * Malformed YAML at line: 1, column: 4; Nested mappings are not allowed in compact mappings; quote a text that holds ": " (config.yml:1:4)',
  ],
  [
    'a tab as indentation',
    'a:\n\tb: 1',
    'config.yml has an error:\n  * Malformed YAML at line: 2, column: 1; Tabs are not allowed as indentation (config.yml:2:1)',
  ],
  [
    'two documents',
    'a: 1\n---\nb: 2',
    'config.yml has an error:\n  * Malformed YAML at line: 2, column: 1; there is more than one document in the file; keep one (config.yml:2:1)',
  ],
  [
    'a foreign tag',
    'a: !java/object x',
    'config.yml has an error:\n  * Malformed YAML at line: 1, column: 4; unknown tag; quote a text that begins with "!" (config.yml:1:4)',
  ],
  [
    'duplicate keys, all of them',
    'a: 1\nb: 2\na: 3\nb: 4',
    'config.yml has the following errors:\n  * Duplicate field: a; it is already set in line 1, remove one of them (config.yml:3:1)\n  * Duplicate field: b; it is already set in line 2, remove one of them (config.yml:4:1)',
  ],
  [
    'an anchor that contains itself',
    'a: &a\n  b: *a',
    'config.yml has an error:\n  * the anchor &a contains itself; remove the alias (config.yml:2:6)',
  ],
  [
    'an alias without anchor',
    'a: *b',
    'config.yml has an error:\n  * this alias names no anchor before it; quote a text that begins with "*" (config.yml:1:4)',
  ],
  [
    'a key that is a list',
    '? [a]\n: 1',
    'config.yml has an error:\n  * a key must be plain text, without anchor or alias (config.yml:1:3)',
  ],
  [
    'a merge of a value',
    '<<: 3',
    'config.yml has an error:\n  * "<<" merges maps only; name one by its alias, as in "<<: *base" (config.yml:1:5)',
  ],
  [
    'binary data',
    'a: !!binary aGk=',
    'config.yml has an error:\n  * values of this kind cannot stand in a configuration; write text, a number, a boolean, a list or a map (config.yml:1:13)',
  ],
  [
    'an ordered map',
    'a: !!omap [b: 1]',
    'config.yml has an error:\n  * values of this kind cannot stand in a configuration; write text, a number, a boolean, a list or a map (config.yml:1:11)',
  ],
];
for (const [what, text, message] of refused) {
  test(`${what} is refused in one sentence`, () =>
    assert.throws(() => parse(text, 'config.yml'), { name: 'ConfigurationParsingError', message }));
}

test('a configuration file that unfolds itself by aliases is refused', () => {
  assert.throws(() => parse(bomb, 'config.yml'), {
    message: 'config.yml has an error:\n  * the aliases repeat more than 100000 values; write fewer of them (config.yml:6:8)',
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
