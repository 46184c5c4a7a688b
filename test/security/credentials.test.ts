import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Authenticated, GET, Path } from '../../src/index.js';
import { apiKey, basic, hashPassword, passwordMatches, sameSecret, sha256 } from '../../src/security/index.js';
import type { Authenticator } from '../../src/security/index.js';
import { serving } from './serving.js';

@Path('/me')
@Authenticated
class MeResource {
  @GET get(): string {
    return 'me';
  }
}

describe('API keys', () => {
  const keyed = (work: Parameters<typeof serving>[1]): Promise<void> =>
    serving((environment) => {
      environment.resources.register(MeResource);
      const clients = new Map([[sha256('k-1'), { name: 'billing' }]]);
      environment.auth.use(apiKey({ header: 'X-Api-Key' }, (key) => clients.get(sha256(key))));
    }, work);

  test('a known key is let in', () =>
    keyed(async (service) => assert.equal((await service.get('/me', { 'X-Api-Key': 'k-1' })).status, 200)));

  test('no key, an unknown one, an empty one and two of them are 401 with a challenge', () =>
    keyed(async (service) => {
      for (const headers of [
        {},
        { 'X-Api-Key': 'k-2' },
        { 'X-Api-Key': '' },
        { 'X-Api-Key': ['k-1', 'k-1'] },
        { 'X-Api-Key': 'k'.repeat(3000) },
      ]) {
        const answer = await service.get('/me', headers);
        assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'ApiKey realm="api", header="X-Api-Key"']);
      }
    }));
});

describe('passwords', () => {
  test('a hash matches its password only, in both Unicode forms', async () => {
    const hash = await hashPassword('caf\u00e9');
    assert.match(hash, /^scrypt\$17\$8\$1\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/);
    assert.deepEqual(await Promise.all(['caf\u00e9', 'cafe\u0301', 'cafe', ''].map((one) => passwordMatches(one, hash))), [
      true,
      true,
      false,
      false,
    ]);
  });

  test('an unknown name matches no password', async () => assert.equal(await passwordMatches('', undefined), false));

  test('two hashes of one password differ', async () => assert.notEqual(await hashPassword('a'), await hashPassword('a')));

  test('a text that is no hash is refused, without being shown', () =>
    assert.rejects(passwordMatches('a', 'plain'), { message: 'The stored password hash is not one that hashPassword() made' }));

  test('secrets are compared whole', () =>
    assert.deepEqual([sameSecret('a', 'a'), sameSecret('a', 'ab'), sameSecret('', 'a'), sameSecret('ä', 'ä')], [true, false, false, true]));
});

describe('authenticators are refused at once where', () => {
  const useless: readonly [string, () => unknown, RegExp][] = [
    ['a realm cannot be sent', () => basic({ realm: 'a\nb' }, () => undefined), /^basic needs a realm of printable ASCII characters/],
    ['a realm is empty', () => basic({ realm: '' }, () => undefined), /^basic needs a realm/],
    ['a header has no name', () => apiKey({ header: 'X Key' }, () => undefined), /^apiKey needs the name of a header/],
    ['a check is no function', () => basic({ realm: 'a' }, undefined as never), /^basic needs a function/],
    ['a check of keys is no function', () => apiKey({ header: 'a' }, undefined as never), /^apiKey needs a function/],
  ];
  for (const [why, make, message] of useless) test(why, () => assert.throws(make, { name: 'TypeError', message }));

  test('they have no scheme, or no function', async () => {
    for (const given of [{ scheme: 'a b', authenticate: () => 'absent' }, { scheme: 'A' }, undefined]) {
      const start = serving(
        (environment) => void environment.auth.use(given as Authenticator),
        async () => undefined,
      );
      await assert.rejects(start, /environment\.auth\.use takes an authenticator: an object with a scheme/);
    }
  });

  test('the service has already started', () =>
    serving(
      () => undefined,
      async ({ environment }) =>
        assert.throws(() => environment.auth.use(basic({ realm: 'late' }, () => undefined)), { code: 'KEELSON_REGISTERED_TOO_LATE' }),
    ));
});
