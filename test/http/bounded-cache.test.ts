import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BoundedCache } from '../../src/http/bounded-cache.js';

test('an outcome is computed once, and the cache never holds more than its capacity', () => {
  let computed = 0;
  const cache = new BoundedCache(2, (key: string) => {
    computed++;
    return key.length;
  });
  assert.deepEqual([cache.get('a'), cache.get('a'), computed], [1, 1, 1]);
  for (const key of ['b', 'c', 'd', 'e']) cache.get(key);
  assert.ok(cache.size <= 2);
});

test('long keys are not kept', () => {
  const cache = new BoundedCache(2, (key: string) => key.length, 3);
  assert.equal(cache.get('abcd'), 4);
  assert.equal(cache.size, 0);
});
