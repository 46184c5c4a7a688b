import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { hasWellFormedEscapes } from '../../../src/http/percent-escapes.js';
import { allValues, firstValue, parseQuery } from '../../../src/http/query-string.js';
import { allInQuery, firstInQuery } from '../../../src/resources/parameters/query-scan.js';

test('the first value of a key is found, decoded', () => {
  assert.equal(firstInQuery('a=1&b=2&a=3', 'a'), '1');
  assert.equal(firstInQuery('ab=1&a=2', 'a'), '2');
  assert.equal(firstInQuery('a+b=c+d%2B', 'a b'), 'c d+');
  assert.equal(firstInQuery('%61=1', 'a'), '1');
  assert.equal(firstInQuery('a', 'a'), '');
  assert.equal(firstInQuery('b&a=', 'a'), '');
  assert.equal(firstInQuery('b=a=1', 'a'), undefined);
  assert.equal(firstInQuery('', 'a'), undefined);
  assert.deepEqual(allInQuery('a=1&b=2&a=3&%61=4', 'a'), ['1', '3', '4']);
});

const pieces = fc.constantFrom('a', 'b', 'ab', '=', '&', '+', '%61', '%20', '%26', '%3D', '%C3%A9', 'é', '1', '%2B', '__proto__');
const query = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
const name = fc.constantFrom('a', 'b', 'ab', 'a b', ' ', 'é', 'aa', '__proto__', '1');

test('scanning finds what parsing everything finds', () => {
  fc.assert(
    fc.property(query, name, (raw, key) => {
      fc.pre(hasWellFormedEscapes(raw));
      const parsed = parseQuery(raw);
      assert.equal(firstInQuery(raw, key), firstValue(parsed, key));
      assert.deepEqual(allInQuery(raw, key), allValues(parsed, key));
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 3000) },
  );
});
