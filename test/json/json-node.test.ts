import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonSyntaxError } from '../../src/json/json-errors.js';
import { ParsedNode, parseJsonWithPositions } from '../../src/json/json-node.js';

test('every value and key knows its line and column', () => {
  const root = parseJsonWithPositions('{\n  "a": [1,\r\n    {"b": "x"}],\r  "a": true\n}');
  const [first, second] = root.entries();
  const [one, object] = first!.node.elements();
  const [inner] = object!.entries();
  assert.deepEqual(
    [root.position(), first!.keyPosition(), first!.node.position(), one!.position(), object!.position()],
    [
      { line: 1, column: 1 },
      { line: 2, column: 3 },
      { line: 2, column: 8 },
      { line: 2, column: 9 },
      { line: 3, column: 5 },
    ],
  );
  assert.deepEqual([inner!.key, inner!.node.scalar], ['b', 'x']);
  assert.deepEqual(
    [inner!.keyPosition(), inner!.node.position()],
    [
      { line: 3, column: 6 },
      { line: 3, column: 11 },
    ],
  );
  assert.deepEqual(
    [second!.keyPosition(), second!.node.position()],
    [
      { line: 4, column: 3 },
      { line: 4, column: 8 },
    ],
  );
});

test('only lists have elements and only objects have properties', () => {
  const texts = ['"a"', '1', 'true', 'null', '[]', '{}', '[1,[2]]', '{"a":{"b":1}}'];
  assert.deepEqual(
    texts.map((text) => [[...parseJsonWithPositions(text).elements()].length, [...parseJsonWithPositions(text).entries()].length]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [2, 0],
      [0, 1],
    ],
  );
  assert.deepEqual(
    texts.map((text) => new ParsedNode(JSON.parse(text)).kind),
    texts.map((text) => parseJsonWithPositions(text).kind),
  );
});

test('a number that a double cannot hold is a bigint, up to 4096 digits', () => {
  const scalars = (text: string) => [...parseJsonWithPositions(text).elements()].map((element) => element.scalar);
  assert.deepEqual(scalars('[9007199254740993, 1, 1.5, -9007199254740993, 1e30]'), [9007199254740993n, 1, 1.5, -9007199254740993n, 1e30]);
  assert.deepEqual(scalars(`[${'9'.repeat(4096)}, ${'9'.repeat(4097)}]`), [10n ** 4096n - 1n, Infinity]);
});

test('malformed text is refused with the place and what is wrong', () => {
  const messages = {
    '': 'Malformed JSON at line 1, column 1: the document ends where a value is expected',
    '{"name":': 'Malformed JSON at line 1, column 9: the document ends where a value is expected',
    '{"a": 1,\n}': 'Malformed JSON at line 2, column 1: unexpected "}" after a comma',
    '[1 2]': 'Malformed JSON at line 1, column 4: expected "," or "]", found "2"',
    '{a: 1}': 'Malformed JSON at line 1, column 2: expected a property name in double quotes, found "a"',
    '{"a" 1}': 'Malformed JSON at line 1, column 6: expected ":" after the property name, found "1"',
    '"a\nb"': 'Malformed JSON at line 1, column 3: a control character in text must be written as an escape (\\u000a)',
    '"a\\x"': 'Malformed JSON at line 1, column 3: unknown escape in text',
    '"abc': 'Malformed JSON at line 1, column 5: the text is not closed by a double quote',
    '[1] // why': 'Malformed JSON at line 1, column 5: unexpected "/" after the end of the document',
    '\ufeff{}': 'Malformed JSON at line 1, column 1: unexpected U+FEFF',
    "{'a': 1}": `Malformed JSON at line 1, column 2: expected a property name in double quotes, found "'"`,
  };
  for (const [text, message] of Object.entries(messages)) {
    assert.throws(() => parseJsonWithPositions(text), { name: 'JsonSyntaxError', message });
  }
});

test('a million levels of nesting exhaust nothing', () => {
  const depth = 1_000_000;
  assert.equal([...parseJsonWithPositions('['.repeat(depth) + ']'.repeat(depth)).elements()].length, 1);
  assert.throws(() => parseJsonWithPositions('{"a":'.repeat(depth)), JsonSyntaxError);
});
