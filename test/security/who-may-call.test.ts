import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  Auth,
  Authenticated,
  Authorize,
  DELETE,
  DenyAll,
  GET,
  Level,
  LongParam,
  Optional,
  POST,
  Path,
  PathParam,
  PermitAll,
  Produces,
  RolesAllowed,
  ScopesAllowed,
  NotEmpty,
  JsonProperty,
  Valid,
  getLogger,
} from '../../src/index.js';
import { basic } from '../../src/security/index.js';
import type { AccessRequest, Authenticator } from '../../src/security/index.js';
import { User, basicHeader, checked, serving } from './serving.js';

class Draft {
  @JsonProperty @NotEmpty owner!: string;
}

const ownsAccount = (user: User, request: AccessRequest): boolean => request.pathParameter('id') === `${user.name.length}`;

@Path('/accounts')
@RolesAllowed('reader')
@Produces('text/plain')
class AccountResource {
  @GET list(@Auth user: User): string {
    getLogger('test').info('listing');
    return `for ${user.name}`;
  }

  @GET @Path('/rates') @PermitAll rates(): string {
    return 'EUR';
  }

  @GET @Path('/me') @Authenticated me(@Auth(User) user: User): string {
    return user.name;
  }

  @GET @Path('/maybe') @PermitAll maybe(@Auth(User) user: Optional<User>): string {
    return user.map(({ name }) => name).orElse('nobody');
  }

  @POST @RolesAllowed('accountant', 'admin') add(@Valid draft: Draft): string {
    return draft.owner;
  }

  @DELETE @Path('/{id}') @Authorize(ownsAccount) close(@PathParam('id') id: LongParam): string {
    return `closed ${id.get()}`;
  }

  @GET @Path('/{id}/secret') @DenyAll secret(@PathParam('id') id: LongParam): string {
    return `secret of ${id.get()}`;
  }

  @GET @Path('/broken') broken(): string {
    throw new Error('broken');
  }
}

const challenge = 'Basic realm="accounts", charset="UTF-8"';
const credentialsRequired = { code: 401, message: 'Credentials are required to access this resource.' };
const forbidden = { code: 403, message: 'HTTP 403 Forbidden' };
const ada = basicHeader('ada', 'lovelace');
const bob = basicHeader('bob', 'builder');

describe('who may call', () => {
  const accounts = (work: Parameters<typeof serving>[1]): Promise<void> =>
    serving((environment) => {
      environment.resources.register(AccountResource);
      environment.auth.use(basic({ realm: 'accounts', principal: User }, checked));
    }, work);

  test('without credentials, a method with a role is answered with 401 and the challenge', () =>
    accounts(async (service) => {
      const { status, headers, json } = await service.get('/accounts');
      assert.deepEqual([status, headers.get('www-authenticate'), json], [401, challenge, credentialsRequired]);
    }));

  test('wrong passwords, unknown names and malformed credentials are answered alike', () =>
    accounts(async (service) => {
      const wrong = [
        basicHeader('ada', 'wrong'),
        basicHeader('nobody', 'lovelace'),
        basicHeader('__proto__', 'lovelace'),
        { Authorization: 'Basic' },
        { Authorization: 'Basic !!!!' },
        { Authorization: `Basic ${Buffer.from('no colon').toString('base64')}` },
        { Authorization: `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}` },
        // The same bytes in another spelling of base64: the last digit has bits that mean nothing.
        { Authorization: 'Basic YWRhOmxvdmVsYWNmZR==' },
        { Authorization: [ada.Authorization, bob.Authorization] },
        { Authorization: [ada.Authorization, ada.Authorization] },
      ];
      for (const headers of wrong) {
        for (const path of ['/accounts', '/accounts/me', '/accounts/maybe']) {
          const answer = await service.get(path, headers);
          const seen = [answer.status, answer.headers.get('www-authenticate'), answer.json];
          assert.deepEqual(seen, [401, challenge, credentialsRequired], `${path} ${JSON.stringify(headers)}`);
        }
      }
    }));

  test('a known caller with the role is let in, and the method gets the principal', () =>
    accounts(async (service) => assert.equal((await service.get('/accounts', bob)).text, 'for bob')));

  test('a method decides otherwise than its class', () =>
    accounts(async (service) => {
      assert.equal((await service.get('/accounts/rates')).text, 'EUR');
      assert.equal((await service.get('/accounts/me', ada)).text, 'ada');
      assert.deepEqual((await service.post('/accounts', { owner: 'x' }, bob)).json, forbidden);
      assert.equal((await service.post('/accounts', { owner: 'x' }, ada)).text, 'x');
    }));

  test('where everybody may call, credentials are not looked at', () =>
    accounts(async (service) => assert.equal((await service.get('/accounts/rates', basicHeader('ada', 'wrong'))).text, 'EUR')));

  test('an optional principal is absent for anonymous callers', () =>
    accounts(async (service) => {
      assert.equal((await service.get('/accounts/maybe')).text, 'nobody');
      assert.equal((await service.get('/accounts/maybe', bob)).text, 'bob');
    }));

  test('a method for nobody is answered with 403, whoever asks', () =>
    accounts(async (service) => {
      for (const headers of [{}, ada, basicHeader('ada', 'wrong')])
        assert.deepEqual((await service.get('/accounts/1/secret', headers)).json, forbidden);
    }));

  test('a check decides with the principal and the path', () =>
    accounts(async (service) => {
      assert.equal((await service.delete('/accounts/3', ada)).text, 'closed 3');
      assert.deepEqual((await service.delete('/accounts/4', ada)).json, forbidden);
      assert.deepEqual((await service.delete('/accounts/3')).json, credentialsRequired);
    }));

  test('the decision falls after routing: unknown paths and methods are answered as ever', () =>
    accounts(async (service) => {
      assert.equal((await service.get('/nothing')).status, 404);
      assert.equal((await service.put('/accounts', {})).status, 405);
    }));

  test('the decision falls before the body is read: what is in it does not matter', () =>
    accounts(async (service) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000000', Expect: '100-continue' };
      assert.equal((await service.request({ method: 'POST', path: '/accounts', headers })).status, 401);
      assert.equal((await service.post('/accounts', 'not a draft')).status, 401);
      assert.equal((await service.post('/accounts', {}, bob)).status, 403);
      assert.deepEqual((await service.post('/accounts', {}, ada)).json, { errors: ['owner may not be empty'] });
    }));

  test('HEAD is guarded as GET is, and OPTIONS lists the methods for everybody', () =>
    accounts(async (service) => {
      assert.equal((await service.head('/accounts')).status, 401);
      assert.equal((await service.request({ method: 'OPTIONS', path: '/accounts' })).status, 200);
    }));

  test('log lines of the request name the user, those of errors included, and never the password', () =>
    accounts(async (service) => {
      await service.get('/accounts', bob);
      await service.get('/accounts/broken', bob);
      const [listing, failure] = service.logs.events.filter(({ loggerName, level }) => loggerName === 'test' || level === Level.ERROR);
      assert.deepEqual([listing?.context, failure?.context], [{ user: 'bob' }, { user: 'bob' }]);
      assert.equal(JSON.stringify(service.logs.events).includes('builder'), false);
    }));

  test('the request log names the user in its third field', () =>
    accounts(async (service) => {
      await service.get('/accounts', bob);
      await service.get('/accounts');
      assert.deepEqual(
        service.requests.lines.map((line) => line.split(' ').slice(1, 3)),
        [
          ['-', 'bob'],
          ['-', '-'],
        ],
      );
    }));

  test('metrics count by scheme and outcome', () =>
    accounts(async (service) => {
      await service.get('/accounts', bob);
      await service.get('/accounts', basicHeader('bob', 'wrong'));
      await service.post('/accounts', {}, bob);
      const text = await service.environment.metrics.text();
      assert.deepEqual(
        text.split('\n').filter((line) => line.startsWith('keelson_auth_total')),
        [
          'keelson_auth_total{scheme="Basic",outcome="recognised"} 2',
          'keelson_auth_total{scheme="Basic",outcome="wrong"} 1',
          'keelson_auth_total{scheme="Basic",outcome="forbidden"} 1',
        ],
      );
    }));

  test('a service without authenticators has no such metric', () =>
    serving(
      () => undefined,
      async (service) => assert.equal((await service.environment.metrics.text()).includes('keelson_auth_total'), false),
    ));
});

@Path('/scoped')
@Produces('text/plain')
class ScopedResource {
  @GET @ScopesAllowed('read', 'list') get(): string {
    return 'scoped';
  }

  @GET @Path('/both') @ScopesAllowed('read') @RolesAllowed('reader') both(): string {
    return 'both';
  }
}

describe('several authenticators', () => {
  const session: Authenticator = {
    scheme: 'Session',
    authenticate: ({ headers }) => {
      const id = headers.get('x-session');
      if (id === undefined) return 'absent';
      if (id === 'crash') throw new Error('the session store is away');
      return id === 'none' ? 'wrong' : { name: `session ${id}`, roles: ['reader'], scopes: new Set(id.split('+')) };
    },
  };

  const both = (work: Parameters<typeof serving>[1]): Promise<void> =>
    serving((environment) => {
      environment.resources.register(ScopedResource).register(AccountResource);
      environment.auth.use(session).use(basic({ realm: 'accounts' }, async (given) => Promise.resolve(checked(given))));
    }, work);

  test('a 401 has a challenge for each', () =>
    both(async (service) => {
      const answer = await service.get('/accounts');
      assert.deepEqual(answer.headers.getAll('www-authenticate'), ['Session realm="service"', challenge]);
    }));

  test('the first that recognises the caller decides, and what another one finds wrong does not matter', () =>
    both(async (service) => {
      assert.equal((await service.get('/accounts', bob)).text, 'for bob');
      assert.equal((await service.get('/accounts', { 'X-Session': '7' })).text, 'for session 7');
      assert.equal((await service.get('/accounts', { ...bob, 'X-Session': 'none' })).text, 'for bob');
      assert.equal((await service.get('/accounts', { 'X-Session': 'none' })).status, 401);
    }));

  test('an authenticator that fails is answered with 500, unless another recognises the caller', () =>
    both(async (service) => {
      assert.equal((await service.get('/accounts', { 'X-Session': 'crash' })).status, 500);
      assert.equal((await service.get('/accounts', { ...bob, 'X-Session': 'crash' })).text, 'for bob');
    }));

  test('all scopes are needed, beside a role', () =>
    both(async (service) => {
      assert.equal((await service.get('/scoped', { 'X-Session': 'read' })).status, 403);
      assert.equal((await service.get('/scoped', { 'X-Session': 'read+list' })).text, 'scoped');
      assert.equal((await service.get('/scoped/both', { 'X-Session': 'read' })).text, 'both');
      assert.equal((await service.get('/scoped/both', { 'X-Session': 'list' })).status, 403);
      assert.equal((await service.get('/scoped/both', bob)).status, 403);
    }));

  test('an authenticator that yields something without a name lets nobody in', () =>
    serving(
      (environment) => {
        environment.resources.register(AccountResource);
        // What JavaScript can do.
        environment.auth.use({ scheme: 'Wrong', authenticate: () => true as unknown as User });
      },
      async (service) => assert.equal((await service.get('/accounts')).status, 500),
    ));
});
