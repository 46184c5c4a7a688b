import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseCookies, setCookieText } from '../../src/http/cookies.js';

test('cookies are read by name, the first of two counts, values are decoded where possible', () => {
  const cookies = parseCookies('a=1; user_id=ada%20l; a=2; bad=%zz');
  assert.deepEqual({ ...cookies }, { a: '1', user_id: 'ada l', bad: '%zz' });
  assert.equal(parseCookies(undefined)['a'], undefined);
  assert.equal(parseCookies('a=1')['constructor'], undefined);
});

test('one pair of double quotes around a value is removed', () => {
  const cookies = parseCookies('a="b c"; b=""; c="; d=""x""; e=x"y"; f="%22"');
  assert.deepEqual({ ...cookies }, { a: 'b c', b: '', c: '"', d: '"x"', e: 'x"y"', f: '"' });
});

test('a cookie is HttpOnly and SameSite=Lax unless told otherwise', () => {
  assert.equal(
    setCookieText('id', 'a b', { path: '/', maxAge: '1 hour', secure: true }),
    'id=a%20b; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  assert.equal(setCookieText('id', '', { maxAge: '0s', httpOnly: false, sameSite: 'strict' }), 'id=; Max-Age=0; SameSite=Strict');
});

test('a cookie whose name is no token is refused', () => {
  assert.throws(() => setCookieText('a;b', 'x'), { name: 'TypeError' });
});
