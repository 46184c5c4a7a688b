import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { AccountsApplication } from '../../examples/accounts/accounts-application.js';
import { Caller } from '../../examples/accounts/caller.js';
import { ApplicationTest, anonymous, everyEndpointDenies } from '../../src/testing/index.js';

describe('callers in tests', () => {
  test('as() calls as a principal, whatever the authenticators', async () => {
    await using service = await new ApplicationTest(new AccountsApplication()).start();
    const reader = service.as(new Caller('rita', ['reader']));
    assert.deepEqual((await reader.get('/accounts/me')).json, { name: 'rita', roles: ['reader'] });
    assert.equal((await reader.get('/accounts')).status, 200);
    assert.equal((await reader.post('/accounts', { owner: 'x' })).status, 403);
    assert.equal((await service.get('/accounts/me')).status, 401);
    assert.deepEqual((await service.get('/accounts/me')).headers.getAll('www-authenticate'), ['Basic realm="accounts", charset="UTF-8"']);
    assert.equal((await service.get('/accounts/me', { 'X-Keelson-Test-Caller': 'rita' })).status, 401);
  });

  test('everyEndpointDenies finds what is open', async () => {
    await using service = await new ApplicationTest(new AccountsApplication()).start();
    await everyEndpointDenies(service, anonymous, { except: ['GET /accounts/rates', 'GET /accounts/maybe'] });
    await assert.rejects(everyEndpointDenies(service, anonymous, { except: ['GET /accounts/me', 'GET /accounts/rates'] }), {
      code: 'KEELSON_TEST_ANSWER',
      message: 'Not as expected for an anonymous caller: GET /accounts/maybe was answered with 200; GET /accounts/me was answered with 401',
    });
    await assert.rejects(
      everyEndpointDenies(service, new Caller('rita', ['reader']), {
        except: ['GET /accounts/rates', 'GET /accounts/maybe', 'GET /accounts/me'],
      }),
      { message: 'Not as expected for rita: GET /accounts was answered with 200' },
    );
    await assert.rejects(everyEndpointDenies(service, anonymous, { except: ['GET /nothing'] }), { code: 'KEELSON_TEST_USAGE' });
  });
});
