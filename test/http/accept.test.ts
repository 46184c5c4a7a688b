import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { MediaTypeChoice, chooseEncoding, chooseLanguages, parseAccept, qualityOf } from '../../src/http/accept.js';
import { MediaType } from '../../src/http/media-type.js';

const jsonOrText = new MediaTypeChoice([MediaType.json, MediaType.text]);

test('without an Accept header the first offer is chosen', () => {
  assert.equal(jsonOrText.choose(undefined), 0);
  assert.equal(jsonOrText.choose(''), 0);
});

test('the highest quality wins over the order', () => {
  assert.equal(jsonOrText.choose('application/json;q=0.2, text/plain;q=0.7'), 1);
  assert.equal(jsonOrText.choose('text/plain; q=0.7 , application/json;q=0.8'), 0);
});

test('of equal qualities the more precise range wins, then the order of the header', () => {
  assert.equal(jsonOrText.choose('*/*, text/plain'), 1);
  assert.equal(jsonOrText.choose('text/plain, application/json'), 1);
  assert.equal(jsonOrText.choose('text/*'), 1);
});

test('the quality of the most specific range counts, also where it is lower', () => {
  assert.equal(jsonOrText.choose('application/*;q=1, application/json;q=0, text/plain;q=0.1'), 1);
  assert.equal(qualityOf('text/*;q=0.3, text/plain;q=0.9', MediaType.text), 0.9);
});

test('nothing acceptable is -1', () => {
  assert.equal(jsonOrText.choose('image/png'), -1);
  assert.equal(jsonOrText.choose('application/json;q=0'), -1);
});

test("the server's own quality decides between equals", () => {
  const choice = new MediaTypeChoice([MediaType.parse('text/xml;qs=0.5'), MediaType.json]);
  assert.equal(choice.choose('text/xml, application/json'), 1);
});

test('parameters that contradict the offer do not match, others do', () => {
  const choice = new MediaTypeChoice([MediaType.parse('text/plain;charset=utf-8')]);
  assert.equal(choice.choose('text/plain;charset=UTF-8'), 0);
  assert.equal(choice.choose('text/plain;charset=latin1'), -1);
  assert.equal(jsonOrText.choose('application/json;charset=utf-8'), 0);
});

test('malformed elements are left out, a malformed quality counts as none given', () => {
  assert.deepEqual(
    parseAccept('nonsense, text/plain;q=many, */json, application/json;q=0.5').map(({ range, quality }) => `${range} ${quality}`),
    ['text/plain 1', 'application/json 0.5'],
  );
});

test('a coding is chosen where the client prefers it to the plain form', () => {
  assert.equal(chooseEncoding('gzip, deflate, br', ['gzip']), 'gzip');
  assert.equal(chooseEncoding('*', ['gzip']), 'gzip');
  assert.equal(chooseEncoding('gzip, br', ['br', 'gzip']), 'br');
  assert.equal(chooseEncoding('gzip, br;q=0.5', ['br', 'gzip']), 'gzip');
  assert.equal(chooseEncoding('identity', ['gzip']), undefined);
  assert.equal(chooseEncoding('gzip;q=0', ['gzip']), undefined);
  assert.equal(chooseEncoding(undefined, ['gzip']), undefined);
});

test('languages come in the order of the client', () => {
  assert.deepEqual(chooseLanguages('de;q=0.5, en', ['de', 'en', 'fr']), ['en', 'de']);
  assert.deepEqual(chooseLanguages(undefined, ['de', 'en']), ['de', 'en']);
});

test('any text is a harmless Accept header, and the answer does not depend on what was asked before', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), acceptLike), (header) => {
      const remembered = jsonOrText.choose(header);
      assert.equal(new MediaTypeChoice([MediaType.json, MediaType.text]).choose(header), remembered);
      assert.ok(remembered >= -1 && remembered <= 1);
      if (remembered >= 0 && header !== '') assert.ok(qualityOf(header, jsonOrText.offers[remembered]!) > 0);
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 300) },
  );
});

const acceptLike = fc
  .array(
    fc.tuple(
      fc.constantFrom('*/*', 'text/*', 'text/plain', 'application/json', 'application/*', 'x'),
      fc.constantFrom('', ';q=0', ';q=0.5', ';q=1', ';a="b,c"'),
    ),
  )
  .map((parts) => parts.map((part) => part.join('')).join(','));
