import assert from 'node:assert/strict';
import { test } from 'node:test';

import { evaluateConditions, rangeStillApplies } from '../../src/http/conditional-request.js';
import { HeaderMap } from '../../src/http/header-map.js';

const modified = new Date('2026-01-02T03:04:05.678Z');
const current = { etag: '"v1"', lastModified: modified };
const evaluate = (method: string, headers: Record<string, string>, validators = current) =>
  evaluateConditions(method, HeaderMap.of(headers), validators);

test('If-None-Match decides alone where it is given', () => {
  assert.equal(evaluate('GET', { 'If-None-Match': '"v1"' }), 'not-modified');
  assert.equal(evaluate('HEAD', { 'If-None-Match': 'W/"v1"' }), 'not-modified');
  assert.equal(evaluate('GET', { 'If-None-Match': '"v0", "v1"' }), 'not-modified');
  assert.equal(evaluate('GET', { 'If-None-Match': '*' }), 'not-modified');
  assert.equal(evaluate('PUT', { 'If-None-Match': '*' }), 'precondition-failed');
  assert.equal(evaluate('GET', { 'If-None-Match': '"v2"', 'If-Modified-Since': modified.toUTCString() }), 'proceed');
});

test('If-Modified-Since compares whole seconds, and only for GET and HEAD', () => {
  assert.equal(evaluate('GET', { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }), 'not-modified');
  assert.equal(evaluate('GET', { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }), 'proceed');
  assert.equal(evaluate('POST', { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }), 'proceed');
  assert.equal(evaluate('GET', { 'If-Modified-Since': 'yesterday' }), 'proceed');
});

test('If-Match and If-Unmodified-Since guard a change', () => {
  assert.equal(evaluate('PUT', { 'If-Match': '"v1"' }), 'proceed');
  assert.equal(evaluate('PUT', { 'If-Match': 'W/"v1"' }), 'precondition-failed');
  assert.equal(evaluate('PUT', { 'If-Match': '"v0"' }), 'precondition-failed');
  assert.equal(evaluate('PUT', { 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }), 'precondition-failed');
  assert.equal(evaluate('PUT', { 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }), 'proceed');
});

test('If-Range lets a part be served only of what the client already has', () => {
  const applies = (value?: string) => rangeStillApplies(HeaderMap.of(value === undefined ? {} : { 'If-Range': value }), current);
  assert.equal(applies(), true);
  assert.equal(applies('"v1"'), true);
  assert.equal(applies('W/"v1"'), false);
  assert.equal(applies('"v2"'), false);
  assert.equal(applies('Fri, 02 Jan 2026 03:04:05 GMT'), true);
  assert.equal(applies('Fri, 02 Jan 2026 03:04:06 GMT'), false);
});
