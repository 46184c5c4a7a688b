import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { JsonSyntaxError } from '../../src/json/json-errors.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { parseJsonWithPositions } from '../../src/json/json-node.js';
import type { JsonNode } from '../../src/json/json-node.js';
import { invalid } from './invalid-json.js';
import { valid } from './valid-json.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 150);
const shown = (text: string): string => JSON.stringify(text.slice(0, 60));

test('every text of the grammar is read to the value that JSON.parse gives it', () => {
  for (const text of valid) assert.deepEqual(outcomeOf(text), { value: JSON.parse(text) as unknown }, shown(text));
});

test('every text outside of the grammar is refused, with a place within the text', () => {
  for (const text of invalid) {
    assert.throws(() => JSON.parse(text) as unknown, SyntaxError, shown(text));
    assert.throws(
      () => parseJsonWithPositions(text),
      (error) => {
        assert.ok(error instanceof JsonSyntaxError, shown(text));
        assert.match(error.message, /^Malformed JSON at line \d+, column \d+: .+$/u);
        const lines = text.split(/\r\n|\r|\n/);
        assert.ok(error.line >= 1 && error.line <= lines.length, shown(text));
        assert.ok(error.column >= 1 && error.column <= lines[error.line - 1]!.length + 1, shown(text));
        return true;
      },
    );
  }
});

test('a mapper refuses what is not JSON as such, whatever it was to be read as', () => {
  const mapper = new JsonMapper();
  for (const text of invalid) assert.throws(() => mapper.readerFor(String)(text), JsonSyntaxError, shown(text));
});

test('a text with one character changed, removed or added is read or refused as JSON.parse does', () => {
  const mutants = fc
    .tuple(
      fc.constantFrom(...[...valid, ...invalid].filter((text) => text.length < 200)),
      fc.nat(),
      fc.nat(2),
      fc.oneof(
        fc.constantFrom(...'{}[],:"\\0123456789+-.eEtrufalsn /*\t\n\r\u0000\u00a0\ud800\udc00é'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    )
    .map(([text, position, removed, added]) => {
      const at = position % (text.length + 1);
      return text.slice(0, at) + added + text.slice(at + removed);
    });
  fc.assert(
    fc.property(fc.array(mutants, { minLength: 1, maxLength: 20 }), (texts) => {
      for (const text of texts) assert.deepEqual(outcomeOf(text), nativeOutcomeOf(text), shown(text));
    }),
    { numRuns: runs * 4 },
  );
});

function outcomeOf(text: string): unknown {
  try {
    return { value: valueOf(parseJsonWithPositions(text)) };
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError, String(error));
    return 'refused';
  }
}

function nativeOutcomeOf(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'refused';
  }
}

/** The whole as JSON.parse would have it. */
function valueOf(node: JsonNode): unknown {
  if (node.kind === 'list') return Array.from(node.elements(), valueOf);
  if (node.kind !== 'object') return typeof node.scalar === 'bigint' ? Number(node.scalar) : node.scalar;
  const object = {};
  for (const { key, node: value } of node.entries()) {
    Object.defineProperty(object, key, { value: valueOf(value), enumerable: true, writable: true, configurable: true });
  }
  return object;
}
