import assert from 'node:assert/strict';
import { test } from 'node:test';

import { forbidsContent, reasonPhrase } from '../../src/http/status.js';

test('every code has a phrase', () => {
  assert.deepEqual([200, 404, 422, 299, 499, 999].map(reasonPhrase), [
    'OK',
    'Not Found',
    'Unprocessable Entity',
    'Successful',
    'Client Error',
    'Unknown',
  ]);
});

test('204, 205, 304 and 1xx have no content', () => {
  assert.deepEqual([100, 200, 204, 205, 304, 404].map(forbidsContent), [true, false, true, true, true, false]);
});
