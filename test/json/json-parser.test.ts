import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { JsonSyntaxError } from '../../src/json/json-errors.js';
import { nodeAt, parseJsonWithPositions } from '../../src/json/json-parser.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 150);

test('every value knows its line and column', () => {
  const root = parseJsonWithPositions('{\n  "a": [1,\r\n    {"b": "x"}],\n  "a": true\n}');
  assert.deepEqual(nodeAt(root, ['a']).key, { line: 4, column: 3 });
  assert.ok(root.kind === 'object');
  const list = root.entries[0]!.node;
  assert.ok(list.kind === 'list');
  assert.deepEqual(nodeAt(list, [1, 'b']), { node: { kind: 'text', value: 'x', line: 3, column: 11 }, key: { line: 3, column: 6 } });
});

test('a path that leaves the document ends at the last node there is', () => {
  const root = parseJsonWithPositions('{"a": {"b": 1}}');
  assert.deepEqual(nodeAt(root, ['a', 'c', 'd']).key, { line: 1, column: 2 });
});

test('a number that a double cannot hold is a bigint', () => {
  assert.deepEqual(parseJsonWithPositions('[9007199254740993, 1, 1.5, -9007199254740993, 1e30]').value, [
    9007199254740993n,
    1,
    1.5,
    -9007199254740993n,
    1e30,
  ]);
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
    '\ufeff{}': 'Malformed JSON at line 1, column 1: unexpected the character U+FEFF',
    "{'a': 1}": `Malformed JSON at line 1, column 2: expected a property name in double quotes, found "'"`,
  };
  for (const [text, message] of Object.entries(messages)) {
    assert.throws(() => parseJsonWithPositions(text), { name: 'JsonSyntaxError', message });
  }
});

test('tens of thousands of levels of nesting exhaust nothing', () => {
  const depth = 30_000;
  assert.ok(Array.isArray(parseJsonWithPositions('['.repeat(depth) + ']'.repeat(depth)).value));
  assert.throws(() => parseJsonWithPositions('{"a":'.repeat(depth)), JsonSyntaxError);
});

test('it reads what JSON.parse reads, to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      assert.deepEqual(withoutBigints(parseJsonWithPositions(text).value), JSON.parse(text));
    }),
    { numRuns: runs },
  );
});

test('it refuses what JSON.parse refuses', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"__proto__"',
    '"\\u00e9"',
    '"\\u12"',
    '1',
    '-0',
    '01',
    '1.5e3',
    '1.',
    'true',
    'nul',
    ' ',
    '\n',
    '\u00a0',
    '"\t"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const [ours, native] = [outcome(() => parseJsonWithPositions(text).value), outcome(() => JSON.parse(text) as unknown)];
      assert.deepEqual(ours, native, text);
    }),
    { numRuns: runs * 3 },
  );
});

function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError || error instanceof SyntaxError);
    return 'refused';
  }
}

function withoutBigints(value: unknown): unknown {
  return typeof value === 'bigint'
    ? Number(value)
    : Array.isArray(value)
      ? value.map(withoutBigints)
      : typeof value === 'object' && value !== null
        ? Object.defineProperties(
            {},
            Object.fromEntries(
              Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, own]) => [
                key,
                { ...own, value: withoutBigints(own.value) },
              ]),
            ),
          )
        : value;
}
