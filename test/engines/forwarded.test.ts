import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HeaderMap } from '../../src/http/header-map.js';
import { forwardedFor, forwardedSecure } from '../../src/server/engines/forwarded.js';
import type { ForwardedDialect } from '../../src/server/engines/forwarded.js';

type Fields = Readonly<Record<string, string | readonly string[]>>;

const read = (fields: Fields, forwardedDialect: ForwardedDialect, trustedProxies = 1) => {
  const headers = HeaderMap.of(fields);
  const trust = { trustedProxies, forwardedDialect };
  return [forwardedFor(headers, trust), forwardedSecure(headers, trust)];
};
const xForwarded = (addresses: string, trustedProxies = 1) => read({ 'X-Forwarded-For': addresses }, 'x-forwarded', trustedProxies)[0];
const forwarded = (value: string | readonly string[], trustedProxies = 1) => read({ Forwarded: value }, 'forwarded', trustedProxies);

test('only the headers of the chosen dialect are looked at', () => {
  const both = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'http',
    Forwarded: 'for=10.0.0.1;proto=https',
  };
  assert.deepEqual(read(both, 'x-forwarded'), ['203.0.113.9', false]);
  assert.deepEqual(read(both, 'forwarded'), ['10.0.0.1', true]);
  assert.deepEqual(read({ Forwarded: 'for=10.0.0.1;proto=https' }, 'x-forwarded'), [undefined, undefined]);
  assert.deepEqual(read(both, 'x-forwarded', 0), [undefined, undefined]);
});

test('each proxy adds an element at the end, and the first of ours is the one that saw the client', () => {
  assert.equal(xForwarded('6.6.6.6, 203.0.113.9'), '203.0.113.9');
  assert.equal(xForwarded('6.6.6.6, 203.0.113.9, 10.0.0.2', 2), '203.0.113.9');
  assert.deepEqual(forwarded(['for=6.6.6.6;proto=https', 'for=203.0.113.9;proto=http']), ['203.0.113.9', false]);
  assert.deepEqual(forwarded('for=203.0.113.9;proto=https, for=10.0.0.2;proto=http', 2), ['203.0.113.9', true]);
});

test('forged client addresses: with fewer elements than proxies, the element that the client may have sent is not believed', () => {
  assert.equal(xForwarded('6.6.6.6', 2), undefined);
  assert.deepEqual(read({ 'X-Forwarded-Proto': 'https, http' }, 'x-forwarded', 3), [undefined, undefined]);
  assert.deepEqual(forwarded('for=6.6.6.6;proto=https', 2), [undefined, undefined]);
});

test('a single X-Forwarded-Proto is believed behind several proxies, since they replace it rather than add to it', () => {
  const behindTwo = (protocol: string) =>
    read({ 'X-Forwarded-For': '203.0.113.9, 10.0.0.2', 'X-Forwarded-Proto': protocol }, 'x-forwarded', 2);
  assert.deepEqual(behindTwo('https'), ['203.0.113.9', true]);
  assert.deepEqual(behindTwo('http'), ['203.0.113.9', false]);
  assert.deepEqual(behindTwo('https, http'), ['203.0.113.9', true]);
  assert.deepEqual(behindTwo('https, http, http'), ['203.0.113.9', false]);
});

test('addresses come with or without a port', () => {
  for (const [text, address] of [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ] as const)
    assert.equal(xForwarded(text), address, text);
  assert.deepEqual(forwarded('For="[2001:db8::1]:4711"; Proto=HTTPS'), ['2001:db8::1', true]);
});

test('what is not an address is not taken for one', () => {
  for (const text of [
    '',
    'unknown',
    '_hidden',
    'example.com',
    '1.2.3',
    '1.2.3.4 - admin',
    '1.2.3.4\u0085x',
    '[evil]',
    '1.2.3.4:x',
    'fe80::1%"x',
  ])
    assert.equal(xForwarded(text), undefined, JSON.stringify(text));
  assert.deepEqual(forwarded('for="1.1.1.1 - admin [01/Jan/2026] \\"GET /forged HTTP/1.1\\" 200 5"'), [undefined, undefined]);
  assert.deepEqual(forwarded('for=x;proto=gopher'), [undefined, undefined]);
});

test('the identifiers of RFC 7239 are accepted in its own header', () => {
  assert.equal(forwarded('for=unknown')[0], 'unknown');
  assert.equal(forwarded('for=_SEVKISEK')[0], '_SEVKISEK');
  assert.equal(forwarded('for="_x y"')[0], undefined);
});

test('a quote that the client leaves open does not swallow what the proxy adds', () => {
  assert.equal(xForwarded('"6.6.6.6, 203.0.113.9'), '203.0.113.9');
  assert.deepEqual(forwarded(['for=6.6.6.6;proto=https;x="', 'for=203.0.113.9']), [undefined, undefined]);
  assert.deepEqual(forwarded(['for=6.6.6.6;x="\\', 'for="[2001:db8::1]:47"']), [undefined, undefined]);
});
