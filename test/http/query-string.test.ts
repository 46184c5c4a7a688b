import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { decodeSegment, hasWellFormedEscapes } from '../../src/http/percent-escapes.js';
import { allValues, firstValue, parseQuery } from '../../src/http/query-string.js';
import { BadRequestException } from '../../src/http/web-application-exception.js';

test('names may be repeated; the first value and all values can be asked for', () => {
  const values = parseQuery('x=1&y=&x=2&z');
  assert.equal(firstValue(values, 'x'), '1');
  assert.deepEqual(allValues(values, 'x'), ['1', '2']);
  assert.equal(firstValue(values, 'y'), '');
  assert.equal(firstValue(values, 'z'), '');
  assert.equal(firstValue(values, 'missing'), undefined);
  assert.deepEqual(allValues(values, 'missing'), []);
});

test('plus signs and escapes are decoded in names and values', () => {
  assert.equal(firstValue(parseQuery('full+name=ada+lovelace%21&caf%C3%A9=%2B'), 'full name'), 'ada lovelace!');
  assert.equal(firstValue(parseQuery('caf%C3%A9=%2B'), 'café'), '+');
});

test('a malformed escape is a bad request that names the parameter', () => {
  for (const raw of ['name=%zz', 'a=1&name=%', 'name=%C3', 'name=%FF&b=2']) {
    assert.throws(
      () => parseQuery(raw),
      (thrown: unknown) => {
        assert.ok(thrown instanceof BadRequestException);
        assert.equal(thrown.message, 'name has a malformed percent escape');
        return true;
      },
    );
  }
  assert.throws(() => parseQuery('%zz=1'), { message: 'The query or form has a malformed percent escape' });
});

test('__proto__ as a key of a query: a name such as __proto__ is only a name', () => {
  const values = parseQuery('__proto__=1&constructor=2');
  assert.equal(firstValue(values, '__proto__'), '1');
  assert.equal(firstValue(values, 'constructor'), '2');
  assert.equal(firstValue(parseQuery('a=1'), 'constructor'), undefined);
});

test('a path segment with a malformed escape is told apart', () => {
  assert.equal(decodeSegment('a%20b'), 'a b');
  assert.equal(decodeSegment('plain'), 'plain');
  assert.equal(decodeSegment('%E0%A4'), undefined);
});

test('well-formed queries are read as URLSearchParams reads them, malformed ones are refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: fc.constantFrom(...'ab=&%+20C3A9zf') }), pairs), (raw) => {
      if (!hasWellFormedEscapes(raw)) {
        assert.throws(() => parseQuery(raw), BadRequestException);
        return;
      }
      const values = parseQuery(raw);
      const expected = new URLSearchParams(raw);
      for (const name of expected.keys()) assert.deepEqual(allValues(values, name), expected.getAll(name), `${raw} at ${name}`);
      assert.deepEqual(Object.keys(values).sort(), [...new Set(expected.keys())].sort());
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 500) },
  );
});

const pairs = fc
  .array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })))
  .map((entries) => new URLSearchParams(entries).toString());
