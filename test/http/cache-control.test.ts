import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cacheControlText } from '../../src/http/cache-control.js';

test('directives come in a fixed order, times in seconds', () => {
  assert.equal(
    cacheControlText({ maxAge: '6 hours', noTransform: true, private: true, mustRevalidate: true, sharedMaxAge: '13h' }),
    'private, no-transform, must-revalidate, max-age=21600, s-maxage=46800',
  );
  assert.equal(cacheControlText({ noStore: true, noCache: false }), 'no-store');
  assert.equal(cacheControlText({}), '');
});
