import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  AssetsBundle,
  Auth,
  Authenticated,
  DenyAll,
  GET,
  Optional,
  Path,
  PathParam,
  PermitAll,
  Produces,
  RolesAllowed,
  LongParam,
} from '../../src/index.js';
import type { Environment } from '../../src/index.js';
import { basic } from '../../src/security/index.js';
import type { AuthFactory } from '../../src/security/index.js';
import { User, basicHeader, checked, serving } from './serving.js';

/** What the start of such a service is refused with, without the files of the test. */
async function refusal(fill: (environment: Environment) => void, auth?: (auth: AuthFactory) => void): Promise<readonly string[]> {
  let problems: readonly string[] = ['it started'];
  await serving(fill, async () => undefined, auth === undefined ? {} : { auth }).catch((error: unknown) => {
    problems = (error as Error).message.split('\n').slice(1);
  });
  return problems.map((line) => line.trim().replace(/ \(\S*default-deny\.test\.ts:\d+\)/, ' (here)'));
}

const useBasic = (environment: Environment): unknown => environment.auth.use(basic({ realm: 'test', principal: User }, checked));

@Path('/open')
@Produces('text/plain')
class UndecidedResource {
  @GET get(): string {
    return 'got';
  }

  @GET @Path('/known') known(@Auth user: User): string {
    return user.name;
  }

  @GET @Path('/decided') @PermitAll decided(): string {
    return 'decided';
  }
}

class SubResource {
  @GET get(): string {
    return 'sub';
  }
}

class DecidedSubResource {
  @GET @Produces('text/plain') @RolesAllowed('accountant') get(): string {
    return 'decided sub';
  }

  @GET @Path('/rest') @Produces('text/plain') rest(): string {
    return 'rest';
  }
}

@Path('/tree')
class TreeResource {
  @Path('/known') known(): SubResource {
    return new SubResource();
  }

  @Path('/any') any(): object {
    return new SubResource();
  }

  @Path('/readers') @RolesAllowed('reader') readers(): DecidedSubResource {
    return new DecidedSubResource();
  }

  @Path('/everybody') @PermitAll everybody(): object {
    return new DecidedSubResource();
  }
}

describe('default deny', () => {
  test('an endpoint that is open because nobody thought of it: with an authenticator, everything undecided is named in one report', async () => {
    const problems = await refusal((environment) => {
      useBasic(environment);
      environment.resources.register(UndecidedResource).register(TreeResource);
      environment.application.mount('/legacy', ({ reply }) => reply.end('legacy'));
      new AssetsBundle('.', '/files', '', 'files').run(undefined, environment);
    });
    assert.deepEqual(problems, [
      "* UndecidedResource.get (here): nothing says who may call GET /open; add @RolesAllowed('…'), @Authenticated or @PermitAll",
      "* SubResource.get (here): nothing says who may call GET /tree/known; add @RolesAllowed('…'), @Authenticated or @PermitAll",
      "* TreeResource.any (here): nothing says who may call what it finds below /tree/any; add @RolesAllowed('…'), @Authenticated or @PermitAll",
      "* the handler mounted at /legacy: nothing says who may call it; mount it with { access: 'public' }, { access: 'authenticated' } or { access: { roles: ['…'] } }",
      "* the assets bundle \"files\": nothing says who may call it; mount it with { access: 'public' }, { access: 'authenticated' } or { access: { roles: ['…'] } }",
    ]);
  });

  test('without an authenticator nothing needs a decision', () =>
    serving(
      (environment) => environment.application.mount('/legacy', ({ reply }) => reply.end('legacy')),
      async (service) => assert.equal((await service.get('/legacy')).text, 'legacy'),
    ));

  test('what asks for a caller is refused without an authenticator', async () => {
    @Path('/asks')
    class Asking {
      @GET @RolesAllowed('reader') roles(): string {
        return '';
      }

      @GET @Path('/principal') @PermitAll principal(@Auth(User) user: Optional<User>): string {
        return user.isPresent() ? 'known' : 'unknown';
      }
    }
    const noAuthenticator =
      "no authenticator is registered; register one in run(), as in environment.auth.use(basic({ realm: '…' }, check))";
    const problems = await refusal(
      (environment) => {
        environment.resources.register(Asking);
        environment.application.mount('/legacy', ({ reply }) => reply.end('legacy'), { access: 'authenticated' });
      },
      (auth) => {
        auth.default = 'authenticated';
      },
    );
    assert.deepEqual(problems, [
      `* Asking.roles (here): asks who is calling, but ${noAuthenticator}`,
      `* Asking.principal (here): asks who is calling, but ${noAuthenticator}`,
      `* /legacy: is not for everybody, but ${noAuthenticator}`,
      `* auth.default is authenticated, but ${noAuthenticator}`,
    ]);
  });

  test('@DenyAll holds without an authenticator', async () => {
    @Path('/closed')
    class Closed {
      @GET @DenyAll get(): string {
        return 'open';
      }
    }
    await serving(
      (environment) => environment.resources.register(Closed),
      async (service) => assert.equal((await service.get('/closed')).status, 403),
    );
  });

  test('contradictions are refused', async () => {
    @Path('/contradictions')
    class Contradictions {
      @GET @Path('/a') @PermitAll @RolesAllowed('reader') a(): string {
        return '';
      }

      @GET @Path('/b') @DenyAll @Authenticated b(): string {
        return '';
      }

      @GET @Path('/c') @RolesAllowed('reader') @RolesAllowed('admin') c(): string {
        return '';
      }

      @GET @Path('/d') @PermitAll d(@Auth user: User): string {
        return user.name;
      }
    }
    const problems = await refusal((environment) => {
      useBasic(environment);
      environment.resources.register(Contradictions);
    });
    assert.deepEqual(problems, [
      '* Contradictions.a: @PermitAll contradicts the other annotations that say who may call; keep one',
      '* Contradictions.b: @DenyAll contradicts the other annotations that say who may call; keep one',
      '* Contradictions.c: says twice who may call (@RolesAllowed); name everything in one annotation',
      '* Contradictions.d: everybody may call it, but an @Auth parameter needs a known caller; declare the parameter as Optional, or mark the method @Authenticated',
    ]);
  });

  test('a principal of a class that an authenticator does not yield is refused', async () => {
    class Client {
      readonly name = 'client';
      readonly secret = 's';
    }
    @Path('/clients')
    class Clients {
      @GET get(@Auth client: Client): string {
        return client.name;
      }

      @GET @Path('/maybe') @PermitAll maybe(@Auth(Client) client: Optional<Client>): string {
        return client.isPresent() ? 'known' : 'unknown';
      }
    }
    const problems = await refusal((environment) => {
      useBasic(environment);
      environment.resources.register(Clients);
    });
    const why = 'takes a Client, but the Basic authenticator yields a User; declare a class that both are';
    assert.deepEqual(problems, [`* Clients.get, parameter 1: ${why}`, `* Clients.maybe, parameter 1: ${why}`]);
  });

  test('a principal of another class than the parameter is answered with 500 where it shows only then', async () => {
    class Client {
      readonly name = 'client';
    }
    @Path('/clients')
    class Clients {
      @GET get(@Auth client: Client): string {
        return client.name;
      }
    }
    await serving(
      (environment) => {
        environment.auth.use(basic({ realm: 'test' }, checked));
        environment.resources.register(Clients);
      },
      async (service) => assert.equal((await service.get('/clients', basicHeader('bob', 'builder'))).status, 500),
    );
  });

  test('auth.default: authenticated guards what is undecided, and leaves decisions alone', () =>
    serving(
      (environment) => {
        useBasic(environment);
        environment.resources.register(UndecidedResource);
        environment.application.mount('/legacy', ({ reply }) => reply.end('legacy'));
      },
      async (service) => {
        const bob = basicHeader('bob', 'builder');
        assert.equal((await service.get('/open')).status, 401);
        assert.equal((await service.get('/legacy')).status, 401);
        assert.equal((await service.get('/open', bob)).text, 'got');
        assert.equal((await service.get('/legacy', bob)).text, 'legacy');
        assert.equal((await service.get('/open/decided')).text, 'decided');
      },
      { auth: (auth) => (auth.default = 'authenticated') },
    ));

  test('auth.default: public lets everybody in and warns which endpoints that are', () =>
    serving(
      (environment) => {
        useBasic(environment);
        environment.resources.register(UndecidedResource);
      },
      async (service) => {
        assert.equal((await service.get('/open')).text, 'got');
        assert.equal((await service.get('/open/known')).status, 401);
        assert.deepEqual(
          service.logs.events.filter(({ loggerName }) => loggerName === 'keelson.security').map(({ message }) => message),
          ['auth.default is public, so everybody may call these: GET /open (UndecidedResource.get)'],
        );
      },
      { auth: (auth) => (auth.default = 'public') },
    ));

  test('mounts and assets are guarded by what their options say', () =>
    serving(
      (environment) => {
        useBasic(environment);
        environment.application.mount('/public', ({ reply }) => reply.end('public'), { access: 'public' });
        environment.application.mount('/known', ({ reply }) => reply.end('known'), { access: 'authenticated' });
        environment.application.mount('/readers', ({ reply }) => reply.end('readers'), { access: { roles: ['reader'] } });
        environment.application.mount('/admins', ({ reply }) => reply.end('admins'), { access: { roles: ['admin', 'owner'] } });
        new AssetsBundle('.', '/files', '', 'files', 'authenticated').run(undefined, environment);
      },
      async (service) => {
        const statuses = async (headers: Record<string, string>): Promise<readonly number[]> =>
          Promise.all(
            ['/public', '/known', '/readers', '/admins', '/files/nothing'].map(async (path) => (await service.get(path, headers)).status),
          );
        assert.deepEqual(await statuses({}), [200, 401, 401, 401, 401]);
        assert.deepEqual(await statuses(basicHeader('bob', 'builder')), [200, 200, 200, 403, 404]);
        assert.deepEqual(await statuses(basicHeader('bob', 'wrong')), [200, 401, 401, 401, 401]);
      },
    ));
});

describe('sub-resources', () => {
  @Path('/tree')
  class DecidedTree {
    @Path('/readers') @RolesAllowed('reader') readers(): DecidedSubResource {
      return new DecidedSubResource();
    }

    @Path('/everybody') @PermitAll everybody(): object {
      return new DecidedSubResource();
    }

    @Path('/own/{id}') own(@Auth user: User, @PathParam('id') id: LongParam): DecidedSubResource {
      if (id.get() !== user.name.length) throw new Error('unexpected');
      return new DecidedSubResource();
    }
  }

  test('a locator decides for what lies below, and a method below may ask for more', () =>
    serving(
      (environment) => {
        useBasic(environment);
        environment.resources.register(DecidedTree);
      },
      async (service) => {
        const statuses = async (headers: Record<string, string>): Promise<readonly number[]> =>
          Promise.all(
            ['/tree/readers', '/tree/readers/rest', '/tree/everybody', '/tree/everybody/rest', '/tree/own/3', '/tree/own/3/rest'].map(
              async (path) => (await service.get(path, headers)).status,
            ),
          );
        assert.deepEqual(await statuses({}), [401, 401, 401, 200, 401, 401]);
        assert.deepEqual(await statuses(basicHeader('bob', 'builder')), [403, 200, 403, 200, 403, 200]);
        assert.deepEqual(await statuses(basicHeader('ada', 'lovelace')), [200, 200, 200, 200, 200, 200]);
      },
    ));

  test('a class that is first seen with a request and has decided nothing is refused', async () => {
    class Base {
      @GET @Produces('text/plain') @PermitAll get(): string {
        return 'base';
      }
    }
    class Derived extends Base {
      @GET @Path('/more') @Produces('text/plain') more(): string {
        return 'more';
      }
    }
    @Path('/dynamic')
    class Dynamic {
      @Path('/') find(): Base {
        return new Derived();
      }
    }
    await serving(
      (environment) => {
        useBasic(environment);
        environment.resources.register(Dynamic);
      },
      async (service) => {
        assert.equal((await service.get('/dynamic')).text, 'base');
        assert.equal((await service.get('/dynamic/more', basicHeader('ada', 'lovelace'))).status, 403);
      },
    );
  });
});
