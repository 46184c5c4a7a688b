import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Reply } from '../../src/http/reply.js';

test('a reply is built step by step, and every step leaves the one before as it was', () => {
  const base = Reply.status(201).header('X-Custom', 'yes');
  const full = base.language('de').type('application/json').body({ built: true });
  assert.deepEqual(base.headers, [['X-Custom', 'yes']]);
  assert.equal(base.entity, undefined);
  assert.equal(full.statusCode, 201);
  assert.deepEqual(full.headers, [
    ['X-Custom', 'yes'],
    ['Content-Language', 'de'],
  ]);
  assert.equal(full.mediaType?.toString(), 'application/json');
  assert.deepEqual(full.entity, { built: true });
});

test('the named beginnings carry their status', () => {
  assert.deepEqual(
    [
      Reply.ok(),
      Reply.created('/a'),
      Reply.accepted(),
      Reply.noContent(),
      Reply.seeOther('/b'),
      Reply.temporaryRedirect('/c'),
      Reply.permanentRedirect('/d'),
      Reply.notModified('"x"'),
    ].map((reply) => [reply.statusCode, reply.headers[0]?.join(': ')]),
    [
      [200, undefined],
      [201, 'Location: /a'],
      [202, undefined],
      [204, undefined],
      [303, 'Location: /b'],
      [307, 'Location: /c'],
      [308, 'Location: /d'],
      [304, 'ETag: "x"'],
    ],
  );
});

test('header replaces, addHeader adds, cookies add up', () => {
  const reply = Reply.ok().header('X-A', '1').addHeader('x-a', 2).cookie('a', '1').cookie('b', '2').header('X-A', '3');
  assert.deepEqual(reply.headers, [
    ['Set-Cookie', 'a=1; HttpOnly; SameSite=Lax'],
    ['Set-Cookie', 'b=2; HttpOnly; SameSite=Lax'],
    ['X-A', '3'],
  ]);
});

test('a location is encoded where it is not already', () => {
  assert.equal(Reply.created('/people/ada lovelace').headers[0]![1], '/people/ada%20lovelace');
  assert.equal(Reply.created('/people/ada%20l%2F%25').headers[0]![1], '/people/ada%20l%2F%25');
  assert.equal(Reply.created(new URL('http://a/b c')).headers[0]![1], 'http://a/b%20c');
});

test('a header that would split the reply is refused', () => {
  assert.throws(() => Reply.ok().header('X-A', 'a\r\nX-B: c'), { name: 'TypeError' });
  assert.throws(() => Reply.ok().header('X A', 'a'), { name: 'TypeError' });
});

test('a status that no reply can have is refused', () => {
  assert.throws(() => Reply.status(99), { message: '99 cannot be the status of a reply; use 200 to 599' });
});

test('caching, validators and vary have their own words', () => {
  const reply = Reply.ok().cacheControl({ maxAge: '1 minute' }).etag('"v1"').lastModified(new Date(0)).vary('Accept', 'Origin');
  assert.deepEqual(reply.headers, [
    ['Cache-Control', 'max-age=60'],
    ['ETag', '"v1"'],
    ['Last-Modified', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['Vary', 'Accept, Origin'],
  ]);
});

test('a reply has one Content-Type, however it is given', () => {
  const reply = Reply.ok('x').addHeader('content-type', 'text/html').addHeader('Content-Type', 'text/plain');
  assert.deepEqual([reply.mediaType?.toString(), reply.headers], ['text/plain', []]);
});
