import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { AccountsApplication } from '../../examples/accounts/accounts-application.js';
import { ApplicationTest } from '../../src/testing/index.js';
import { Issuer, goodClaims, signed, signingKey } from '../security/issuer.js';
import type { SigningKey } from '../security/issuer.js';
import { basicHeader } from '../security/serving.js';

describe('the accounts application', () => {
  let key: SigningKey;
  let issuer: Issuer;
  let service: ApplicationTest;
  before(async () => {
    key = await signingKey('first');
    issuer = await Issuer.start(key);
    service = await new ApplicationTest(new AccountsApplication(), {
      configuration: 'examples/accounts/accounts.yml',
      overrides: { 'auth.bearer.jwksUri': issuer.jwksUri },
    }).start();
  });
  after(async () => {
    await service.stop();
    await issuer.stop();
  });

  const token = async (roles: readonly string[]): Promise<Record<string, string>> => ({
    Authorization: `Bearer ${await signed(key, goodClaims({ sub: 'tess', roles: [...roles] }))}`,
  });

  test('answers each row of its table for each kind of caller', async () => {
    const callers: Readonly<Record<string, Record<string, string>>> = {
      anonymous: {},
      wrong: basicHeader('ada', 'wrong'),
      bob: basicHeader('bob', 'builder'),
      ada: basicHeader('ada', 'lovelace'),
      'token of nobody in particular': await token([]),
      'token of a reader': await token(['reader']),
      'token of an accountant': await token(['accountant']),
    };
    const statuses: Record<string, readonly number[]> = {};
    for (const [who, headers] of Object.entries(callers))
      statuses[who] = [
        (await service.get('/accounts', headers)).status,
        (await service.get('/accounts/rates', headers)).status,
        (await service.get('/accounts/me', headers)).status,
        (await service.get('/accounts/maybe', headers)).status,
        (await service.post('/accounts', { owner: '' }, headers)).status,
        (await service.delete('/accounts/99', headers)).status,
        (await service.get('/accounts/1/secret', headers)).status,
      ];
    assert.deepEqual(statuses, {
      anonymous: [401, 200, 401, 200, 401, 401, 403],
      wrong: [401, 200, 401, 401, 401, 401, 403],
      bob: [200, 200, 200, 200, 403, 403, 403],
      ada: [200, 200, 200, 200, 422, 404, 403],
      'token of nobody in particular': [403, 200, 200, 200, 403, 403, 403],
      'token of a reader': [200, 200, 200, 200, 403, 403, 403],
      'token of an accountant': [403, 200, 200, 200, 422, 404, 403],
    });
  });

  test('opens and closes accounts', async () => {
    const ada = basicHeader('ada', 'lovelace');
    const opened = await service.post<{ id: number }>('/accounts', { owner: 'eve' }, ada);
    const { id } = opened.json;
    assert.deepEqual([opened.status, opened.headers.get('location'), opened.json], [201, `/accounts/${id}`, { id, owner: 'eve' }]);
    assert.deepEqual((await service.get('/accounts', ada)).json, [
      { id: 1, owner: 'ada' },
      { id: 2, owner: 'bob' },
      { id, owner: 'eve' },
    ]);
    assert.equal((await service.delete(`/accounts/${id}`, ada)).status, 204);
  });

  test('tells callers who they are', async () => {
    assert.deepEqual((await service.get('/accounts/me', basicHeader('bob', 'builder'))).json, { name: 'bob', roles: ['reader'] });
    assert.deepEqual((await service.get('/accounts/me', await token(['x']))).json, { name: 'tess', roles: ['x'] });
    assert.deepEqual((await service.get('/accounts/maybe')).json, { name: null });
    assert.deepEqual((await service.get('/accounts/maybe', await token([]))).json, { name: 'tess' });
    assert.deepEqual((await service.get('/accounts/rates')).json, { EUR: 1 });
  });

  test('offers both schemes, tokens first', async () => {
    const answer = await service.get('/accounts');
    assert.deepEqual(answer.headers.getAll('www-authenticate'), ['Bearer realm="accounts"', 'Basic realm="accounts", charset="UTF-8"']);
  });
});
