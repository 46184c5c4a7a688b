import assert from 'node:assert/strict';
import { test } from 'node:test';

import { evaluateConditions, httpDate, rangeStillApplies } from '../../src/http/conditional-request.js';
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

test('a backslash in an entity tag is a character like any other', () => {
  assert.equal(evaluate('GET', { 'If-None-Match': '"a\\", "v1"' }), 'not-modified');
  assert.equal(evaluate('GET', { 'If-None-Match': '"a\\"' }, { etag: '"a\\"', lastModified: modified }), 'not-modified');
  assert.equal(evaluate('PUT', { 'If-Match': '"a\\",W/"b" , "v1"' }), 'proceed');
  assert.equal(evaluate('PUT', { 'If-Match': 'x"v1"' }), 'precondition-failed');
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

test('all three forms of an HTTP date are in UTC, whatever the time zone of the machine', () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    for (const text of ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])
      assert.equal(httpDate(text)?.toISOString(), '1994-11-06T08:49:37.000Z', text);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('a date that is in none of the three forms, or does not exist, is no date', () => {
  for (const text of [
    '',
    'yesterday',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 EST',
    'Sun, 31 Feb 2026 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
  ])
    assert.equal(httpDate(text), undefined, text);
});
