import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { Service } from '../../src/application/service.js';
import { GET, POST, Path } from '../../src/contract/annotations/routing-annotations.js';
import type { Exchange } from '../../src/http/exchange.js';
import type { Wrap } from '../../src/http/handler.js';
import { Reply } from '../../src/http/reply.js';
import { ForbiddenException, NotAuthorizedException, WebApplicationException } from '../../src/http/web-application-exception.js';
import type { ExceptionMapper } from '../../src/resources/exceptions/exception-mapper.js';
import type { ResponseFilter } from '../../src/resources/filters/filter.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryAnswer, InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { SimpleServerFactory } from '../../src/server/simple-server-factory.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

@Path('/things')
class ThingResource {
  @GET
  list(): number[] {
    return [1, 2];
  }

  @POST
  add(): never {
    throw new TeapotError('short and stout');
  }
}

class TeapotError extends Error {}

const teapots: ExceptionMapper<TeapotError> = {
  type: TeapotError,
  toReply: (thrown) => Reply.status(418).header('X-Mapped', 'yes').type('text/plain').body(thrown.message),
};

/** As code written for the first version calls them. */
interface OldNames {
  readonly handlers: unknown;
  addEndpoint(): void;
  mount(): void;
}

type Send = (request: InMemoryRequest | string, port?: number) => Promise<InMemoryAnswer>;

async function running(
  fill: (environment: Environment) => void,
  use: (send: Send, logs: CapturedLogs, environment: Environment) => Promise<void>,
  configuration = new Configuration(),
): Promise<void> {
  class TestApplication extends Application {
    override run(_configuration: Configuration, environment: Environment): void {
      fill(environment);
    }
  }
  configuration.server.requestLog.appenders = [];
  configuration.health.deadlocks.enabled = false;
  configuration.metrics.process = false;
  const engine = new InMemoryEngine();
  await CapturedLogs.during(async (logs) => {
    const service = await Service.start(new Bootstrap(new TestApplication()), configuration, { engine });
    try {
      await use(
        (request, port = 8080) => engine.send(port, typeof request === 'string' ? { path: request } : request),
        logs,
        service.environment,
      );
    } finally {
      await service.stop();
    }
  });
}

const marking =
  (name: string): Wrap =>
  (next) =>
  async (exchange: Exchange) => {
    exchange.reply.appendHeader('X-Before', name);
    exchange.reply.beforeCommit((reply) => reply.appendHeader('X-Commit', `${name} ${reply.status}`));
    await next(exchange);
  };

test('wraps stand around resources, assets, mounts and error replies alike, in the order of registration', () =>
  running(
    (environment) => {
      environment.resources.register(new ThingResource());
      environment.resources.addMapper(teapots);
      environment.application
        .wrap('outer', marking('outer'))
        .wrap('inner', marking('inner'))
        .mount('/legacy', ({ contextPath, path, reply }) => reply.end(`${contextPath} ${path}`))
        .mount('/broken', () => {
          throw new TeapotError('broken');
        });
    },
    async (send, logs) => {
      for (const [method, path, status] of [
        ['GET', '/things', 200],
        ['GET', '/legacy/a', 200],
        ['GET', '/broken', 418],
        ['POST', '/things', 418],
        ['GET', '/nowhere', 404],
        ['PUT', '/things', 405],
        ['TRACE', '/things', 405],
        ['GET', '/%zz', 400],
        ['GET', '/legacy/%zz', 400],
        ['OPTIONS', '/things', 200],
      ] as const) {
        const answer = await send({ method, path });
        assert.deepEqual(
          [answer.status, answer.headers.getAll('X-Before'), answer.headers.getAll('X-Commit'), answer.headers.has('X-Request-Id')],
          [status, ['outer', 'inner'], [`outer ${status}`, `inner ${status}`], true],
          `${method} ${path}`,
        );
      }
      assert.equal((await send('/legacy/a')).text, '/legacy /a');
      assert.ok(logs.messages.includes('Around everything on the application port, from the outside: outer, inner'), logs.text);
    },
  ));

test('what a wrap throws is answered like anything else, and the wraps around it see a reply', () =>
  running(
    (environment) => {
      environment.resources.register(new ThingResource());
      environment.resources.addMapper(teapots);
      environment.application.wrap('outer', marking('outer')).wrap('gate', (next) => (exchange) => {
        if (exchange.path === '/things') throw new ForbiddenException('closed');
        if (exchange.path === '/tea') return Promise.reject(new TeapotError('late'));
        return next(exchange);
      });
    },
    async (send) => {
      const closed = await send('/things');
      assert.deepEqual([closed.status, closed.text, closed.headers.get('X-Commit')], [403, '{"code":403,"message":"closed"}', 'outer 403']);
      const tea = await send('/tea');
      assert.deepEqual([tea.status, tea.text, tea.headers.get('X-Mapped')], [418, 'late', 'yes']);
    },
  ));

test('mappers and response filters apply to everything on the port', () => {
  const filter: ResponseFilter = { filterResponse: (_request, response) => response.setHeader('X-Filtered', 'yes') };
  return running(
    (environment) => {
      environment.resources.register(new ThingResource());
      environment.resources.addFilter(filter);
      environment.resources.addMapper({
        type: WebApplicationException,
        toReply: (thrown) => Reply.status(thrown.status).body({ problem: thrown.status }),
      } satisfies ExceptionMapper<WebApplicationException>);
      environment.application.mount('/locked', () => {
        throw new NotAuthorizedException({ challenge: 'Basic realm="x"' });
      });
      environment.application.wrap('gate', (next) => (exchange) => {
        if (exchange.path === '/gate') throw new ForbiddenException();
        return next(exchange);
      });
    },
    async (send) => {
      for (const [method, path, status] of [
        ['GET', '/locked', 401],
        ['GET', '/gate', 403],
        ['GET', '/nowhere', 404],
        ['DELETE', '/things', 405],
        ['TRACE', '/things', 405],
      ] as const) {
        const answer = await send({ method, path });
        assert.deepEqual(
          [answer.status, answer.text, answer.headers.get('X-Filtered')],
          [status, `{"problem":${status}}`, 'yes'],
          `${method} ${path}`,
        );
      }
    },
  );
});

test('the admin port has wraps and mounts of its own', () =>
  running(
    (environment) => {
      environment.admin
        .wrap('password', (next) => (exchange) => {
          if (exchange.headers.get('authorization') !== 'Basic secret')
            throw new NotAuthorizedException({ challenge: 'Basic realm="admin"' });
          return next(exchange);
        })
        .mount('/cache', ({ contextPath, path, reply }) => reply.end(`${contextPath} ${path}`), { title: 'Cache' });
    },
    async (send, logs) => {
      for (const path of ['/', '/ping', '/tasks/gc', '/cache/a', '/nowhere']) {
        const answer = await send(path, 8081);
        assert.deepEqual([answer.status, answer.headers.get('WWW-Authenticate')], [401, 'Basic realm="admin"'], path);
      }
      const headers = { Authorization: 'Basic secret' };
      assert.equal((await send({ path: '/cache/a', headers }, 8081)).text, '/cache /a');
      assert.match((await send({ path: '/', headers }, 8081)).text, /<a href="\/cache">Cache<\/a>/);
      assert.equal((await send('/cache/a')).status, 404);
      assert.ok(logs.messages.includes('Around everything on the admin port, from the outside: password'), logs.text);
    },
  ));

test('everything that claims the same path is refused in one report, resources that cannot be served included', async () => {
  const fill = (environment: Environment) => {
    environment.resources.register(new ThingResource());
    environment.application.mount('/things', () => {}, { title: 'the assets bundle "things"' });
    environment.application.mount('/a', () => {}).mount('/a/*', () => {});
    environment.admin.mount('/ping', () => {});
  };
  const conflicts = [
    'the handler mounted at /a and the handler mounted at /a both want the path /a; give one of them another path',
    'ThingResource.list: its path /things lies below /things, where the assets bundle "things" takes everything; give one of them another path',
    'ThingResource.add: its path /things lies below /things, where the assets bundle "things" takes everything; give one of them another path',
    "the handler mounted at /ping and the admin port's Ping both want the path /ping; give one of them another path",
  ];
  const report = conflicts.map((one) => `  * ${one}`).join('\n');
  await assert.rejects(
    running(fill, async () => {}),
    { message: `TestApplication could not be started: 4 paths are wanted twice:\n${report}` },
  );
  @Path('/empty')
  class EmptyResource {}
  await assert.rejects(
    running(
      (environment) => {
        fill(environment);
        environment.resources.register(new EmptyResource());
      },
      async () => {},
    ),
    (error: Error) => error.message.includes('EmptyResource: has a @Path but answers nothing') && error.message.endsWith(report),
  );
});

test('on a shared connector nothing can be mounted over the admin side', async () => {
  const configuration = new Configuration();
  configuration.server = new SimpleServerFactory();
  await assert.rejects(
    running(
      (environment) => void environment.application.mount('/admin', () => {}),
      async () => {},
      configuration,
    ),
    {
      message:
        'TestApplication could not be started: the handler mounted at /admin and the admin port (server.adminContextPath) both want the path /admin; give one of them another path',
    },
  );
});

test('a service without resources can mount a handler at the root', () =>
  running(
    (environment) => void environment.application.mount('/', ({ path, reply }) => reply.end(path)),
    async (send) => assert.equal((await send('/anything')).text, '/anything'),
  ));

test('a wrap or mount after the start, and the names of before, are refused with what to do', () =>
  running(
    () => {},
    async (_send, _logs, environment) => {
      const { admin, application, resources } = environment;
      const late = { code: 'KEELSON_REGISTERED_TOO_LATE' };
      assert.throws(() => application.wrap('x', (next) => next), late);
      assert.throws(() => application.mount('/x', () => {}), late);
      assert.throws(() => admin.mount('/x', () => {}), late);
      assert.throws(() => (admin as unknown as OldNames).addEndpoint(), /is environment\.admin\.mount\(path, handler, \{ title \}\) now/);
      assert.throws(() => (resources as unknown as OldNames).mount(), /is environment\.application\.mount\(path, handler\) now/);
      assert.throws(
        () => (environment as unknown as OldNames).handlers,
        /is environment\.application\.mount\(path, handler, \{ title \}\) now/,
      );
    },
  ));

test('a second wrap of one name, and a wrap that is no function, are refused', () =>
  running(
    ({ application }) => {
      application.wrap('tenant', (next) => next);
      assert.throws(() => application.wrap('tenant', (next) => next), {
        message: 'There is already a wrap named "tenant"; give one of them another name',
      });
      assert.throws(() => application.wrap('x', undefined as never), {
        message: "environment.application.wrap takes a name and a function, as in wrap('tenant', (next) => handler)",
      });
    },
    async () => {},
  ));

test('endpoints that a configured list of methods makes unreachable are named in a warning', () => {
  const configuration = new Configuration();
  configuration.server.allowedMethods = ['GET', 'OPTIONS'];
  return running(
    (environment) => void environment.resources.register(new ThingResource()),
    async (send, logs) => {
      assert.deepEqual(
        logs.messages.filter((message) => message.startsWith('server.allowedMethods')),
        ['server.allowedMethods has only GET, OPTIONS, so these are answered with 405: POST /things (ThingResource.add)'],
      );
      assert.equal((await send({ method: 'POST', path: '/things' })).status, 405);
    },
    configuration,
  );
});
