import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { AdminFactory } from '../../src/admin/admin-factory.js';
import { AdminRegistry } from '../../src/admin/admin-registry.js';
import { HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import { HealthResult } from '../../src/health/health-check.js';
import { BodyAbortedError } from '../../src/http/exchange.js';
import type { Handler } from '../../src/http/handler.js';
import { Reply } from '../../src/http/reply.js';
import { NotAuthorizedException, WebApplicationException } from '../../src/http/web-application-exception.js';
import { Level } from '../../src/logging/level.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryAnswer, InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

const noStore = 'must-revalidate,no-cache,no-store';
const json = { Accept: 'application/json' };

describe('GET /healthcheck', () => {
  test('passing checks are a line each, with what they say below, and 200', async () => {
    const { health, ask } = admin();
    health.register('queue', () => HealthResult.healthy('3 waiting\n1 in work'));
    health.register('database', () => {});
    const answer = await ask('/healthcheck');
    assert.equal(answer.status, 200);
    assert.equal(answer.text, 'database: OK\nqueue: OK\n  3 waiting\n  1 in work\n');
    assert.equal(answer.headers.get('Content-Type'), 'text/plain;charset=utf-8');
    assert.equal(answer.headers.get('Cache-Control'), noStore);
  });

  test('the message of a check cannot forge the line of another', async () => {
    const { health, ask } = admin();
    health.register('a', () => HealthResult.healthy('fine\rd: OK\u2028e: OK'));
    const answer = await ask('/healthcheck');
    assert.equal(answer.text, 'a: OK\n  fine\n  d: OK\n  e: OK\n');
  });

  test('a failing check is told with its message, a throwing one with its stack and causes as well, and 500', async () => {
    const { health, ask } = admin();
    const error = new Error('kaput', { cause: new Error('rust') });
    error.stack = 'Error: kaput\n    at here (file.ts:1:2)';
    (error.cause as Error).stack = 'Error: rust\n    at there (file.ts:3:4)';
    health.register('a', () => HealthResult.unhealthy('switched off'));
    health.register('b', () => {
      throw error;
    });
    health.register('c', () => {});
    const answer = await ask('/healthcheck');
    assert.equal(answer.status, 500);
    assert.equal(
      answer.text,
      `a: ERROR
! switched off
b: ERROR
! kaput
! Error: kaput
! at here (file.ts:1:2)
! Caused by: Error: rust
! at there (file.ts:3:4)
c: OK
`,
    );
  });

  test('as JSON, keys without a value are left out', async () => {
    const { health, ask } = admin();
    const error = new Error('kaput', { cause: new Error('rust') });
    error.stack = 'Error: kaput\n    at here (file.ts:1:2)';
    (error.cause as Error).stack = 'Error: rust\n    at there (file.ts:3:4)';
    health.register('fine', () => {});
    health.register('fun', () => HealthResult.healthy('whee'));
    health.register('off', () => HealthResult.unhealthy('switched off'));
    health.register('worse', () => Promise.reject(error));
    const answer = await ask('/healthcheck', { headers: json });
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.get('Content-Type'), 'application/json');
    assert.equal(
      answer.text,
      '{"fine":{"healthy":true},"fun":{"healthy":true,"message":"whee"},"off":{"healthy":false,"message":"switched off"},' +
        '"worse":{"healthy":false,"message":"kaput","error":{"message":"kaput","stack":["at here (file.ts:1:2)"],' +
        '"cause":{"message":"rust","stack":["at there (file.ts:3:4)"]}}}}',
    );
  });

  test('pretty JSON is indented', async () => {
    const { health, ask } = admin();
    health.register('fine', () => {});
    assert.equal((await ask('/healthcheck?pretty=true', { headers: json })).text, '{\n  "fine": {\n    "healthy": true\n  }\n}');
  });

  for (const [accept, type] of [
    ['*/*', 'text/plain;charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/plain;charset=utf-8'],
    ['text/plain, application/json', 'text/plain;charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json;q=0.9, text/plain;q=0.1', 'application/json'],
  ] as const) {
    test(`a client that accepts ${accept} gets ${type}`, async () => {
      const { health, ask } = admin();
      health.register('fine', () => {});
      assert.equal((await ask('/healthcheck', { headers: { Accept: accept } })).headers.get('Content-Type'), type);
    });
  }

  test('where there is no check, the answer is 501', async () => {
    const { ask } = admin();
    const [text, asJson] = [await ask('/healthcheck'), await ask('/healthcheck', { headers: json })];
    assert.deepEqual([text.status, text.text], [501, '! No health checks registered.\n']);
    assert.deepEqual([asJson.status, asJson.text], [501, '{}']);
  });
});

describe('the probes', () => {
  test('ready and alive answer 200 while nothing critical fails', async () => {
    const { health, ask } = admin();
    const first = await ask('/ready');
    assert.deepEqual([first.status, first.text, first.headers.get('Cache-Control')], [200, 'ready\n', noStore]);
    health.register('extra', () => HealthResult.unhealthy('gone'), { critical: false });
    health.register('database', () => {});
    const [ready, alive] = [await ask('/ready'), await ask('/alive')];
    assert.deepEqual([ready.status, ready.text], [200, 'database: OK\n']);
    assert.deepEqual([alive.status, alive.text], [200, 'alive\n']);
  });

  test('a failing critical check makes the service unready, not dead', async () => {
    const { health, ask } = admin();
    health.register('database', () => HealthResult.unhealthy('gone'));
    const [ready, alive] = [await ask('/ready'), await ask('/alive')];
    assert.deepEqual([ready.status, ready.text], [503, 'database: ERROR\n! gone\n']);
    assert.deepEqual([alive.status, alive.text], [200, 'alive\n']);
  });

  test('a failing check that only a restart mends makes it dead', async () => {
    const { health, ask } = admin();
    health.register('workers', () => HealthResult.unhealthy('all crashed'), { type: 'alive' });
    const alive = await ask('/alive', { headers: json });
    assert.deepEqual([alive.status, alive.text], [503, '{"workers":{"healthy":false,"message":"all crashed"}}']);
  });

  test('a stopping service is not ready', async () => {
    const { health, ask } = admin();
    health.refuseTraffic('the service is stopping');
    const ready = await ask('/ready');
    assert.deepEqual([ready.status, ready.text], [503, 'traffic: ERROR\n! the service is stopping\n']);
    assert.equal((await ask('/alive')).status, 200);
  });
});

describe('the other endpoints', () => {
  test('/ping answers pong', async () => {
    const answer = await admin().ask('/ping');
    assert.deepEqual([answer.status, answer.text, answer.headers.get('Content-Type')], [200, 'pong\n', 'text/plain;charset=utf-8']);
  });

  test('/metrics is Prometheus text, or JSON for those who ask for it', async () => {
    const { metrics, ask } = admin();
    metrics.meter('Orders.buy').mark();
    const prometheus = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';
    for (const headers of [{}, { Accept: prometheus }] as const) {
      const answer = await ask('/metrics', { headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('Content-Type'), 'text/plain; version=0.0.4; charset=utf-8');
      assert.match(answer.text, /^keelson_meter_total\{name="Orders\.buy"\} 1$/m);
    }
    const asJson = await ask('/metrics', { headers: json });
    assert.equal(asJson.headers.get('Content-Type'), 'application/json');
    const { version, meters } = JSON.parse(asJson.text) as { version: string; meters: Record<string, { count: number }> };
    assert.deepEqual([version, meters['Orders.buy']!.count], ['4.0.0', 1]);
  });

  test('/ lists what there is, below the context path', async () => {
    const { registry } = admin();
    registry.mount('/threads', (exchange) => exchange.reply.end('none'), { title: 'Threads & more' });
    const handler = registry.handler();
    const answer = await new InMemoryEngine().answer(
      (exchange) => {
        exchange.enterContext('/admin');
        return handler(exchange);
      },
      { path: '/admin' },
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Content-Type'), 'text/html;charset=utf-8');
    assert.match(answer.text, /<title>Operational Menu<\/title>/);
    assert.deepEqual(
      [...answer.text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, title]) => [href, title]),
      [
        ['/admin/metrics', 'Metrics'],
        ['/admin/ping', 'Ping'],
        ['/admin/healthcheck', 'Healthcheck'],
        ['/admin/ready', 'Ready'],
        ['/admin/alive', 'Alive'],
        ['/admin/tasks', 'Tasks'],
        ['/admin/threads', 'Threads &#38; more'],
      ],
    );
  });

  test('health is looked at anew after a task, even in a flood of probes', async () => {
    const { registry, health } = admin();
    health.configure({ cacheFor: '1 hour' });
    let healthy = true;
    health.register('switch', () => (healthy ? HealthResult.healthy() : HealthResult.unhealthy('off')));
    registry.addTask('switch', () => {
      healthy = !healthy;
    });
    const handler = registry.handler();
    const statusOf = async (path: string, method: string) => (await new InMemoryEngine().answer(handler, { path, method })).status;
    for (let probe = 0; probe < 20; probe++) assert.equal(await statusOf('/healthcheck', 'GET'), 200);
    assert.equal(await statusOf('/tasks/switch', 'POST'), 200);
    assert.equal(await statusOf('/healthcheck', 'GET'), 500);
  });

  test('an endpoint of the service’s own answers at its path and below', async () => {
    const { registry } = admin();
    registry.mount('/threads', (exchange) => exchange.reply.end(exchange.path), { title: 'Threads' });
    const handler = registry.handler();
    assert.equal((await new InMemoryEngine().answer(handler, { path: '/threads/7' })).text, '/7');
  });

  for (const path of ['/nope', '/healthcheck/more', '/ping/x', '/pingpong', '/tasksandmore']) {
    test(`${path} is not found`, async () => {
      const answer = await admin().ask(path);
      assert.deepEqual([answer.status, answer.text], [404, '{"code":404,"message":"HTTP 404 Not Found"}']);
    });
  }

  for (const path of ['/', '/healthcheck', '/ready', '/alive', '/metrics', '/ping']) {
    test(`everything but tasks is read by GET or HEAD: POST ${path} is not allowed, HEAD has no content`, async () => {
      const { ask } = admin();
      const post = await ask(path, { method: 'POST' });
      assert.deepEqual([post.status, post.headers.get('Allow')], [405, 'GET, HEAD']);
      const head = await ask(path, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [path === '/healthcheck' ? 501 : 200, '']);
    });
  }

  for (const [name, path] of [
    ['healthcheck', '/healthcheck'],
    ['ready', '/ready'],
    ['alive', '/alive'],
    ['metrics', '/metrics'],
    ['ping', '/ping'],
    ['tasks', '/tasks'],
    ['menu', '/'],
  ] as const) {
    test(`each endpoint can be switched off, and then is not found, nor listed: ${name}`, async () => {
      const settings = new AdminFactory();
      settings[name].enabled = false;
      const { ask } = admin(settings);
      assert.equal((await ask(path)).status, 404);
      if (name !== 'menu') assert.ok(!(await ask('/')).text.includes(`"${path}"`));
    });
  }

  test('an endpoint that fails is answered with 500 and the ID under which it was logged', async () => {
    const { metrics, ask } = admin();
    metrics.text = () => Promise.reject(new Error('broken collector'));
    await CapturedLogs.during(async (log) => {
      const answer = await ask('/metrics');
      const [, id] = /^There was an error processing your request\. It has been logged \(ID ([0-9a-f]{16})\)\.$/.exec(answer.text) ?? [];
      assert.deepEqual([answer.status, answer.headers.get('Content-Type')], [500, 'text/plain;charset=utf-8']);
      assert.deepEqual(
        log.events.map(({ message, error }) => [message, error?.message]),
        [[`Error handling a request: ${id}`, 'broken collector']],
      );
    });
  });

  test('an exception keeps its headers and its body', async () => {
    const { registry } = admin();
    registry.mount('/locked', () => {
      throw new NotAuthorizedException({ challenge: 'Basic realm="x"' });
    });
    registry.mount('/held', () => {
      throw new WebApplicationException(Reply.status(409).header('Retry-After', 5).body({ holder: 'ada' }));
    });
    const ask = (path: string) => new InMemoryEngine().answer(registry.handler(), { path });
    const locked = await ask('/locked');
    assert.deepEqual(
      [locked.status, locked.headers.get('WWW-Authenticate'), locked.text],
      [401, 'Basic realm="x"', '{"code":401,"message":"HTTP 401 Unauthorized"}'],
    );
    const held = await ask('/held');
    assert.deepEqual([held.status, held.headers.get('Retry-After'), held.text], [409, '5', '{"holder":"ada"}']);
  });

  test('a client that breaks off its body is not an error of the service', async () => {
    const { registry } = admin();
    registry.mount('/upload', async (exchange) => {
      await exchange.body.bytes();
    });
    const log = await CapturedLogs.during(async () => {
      const answer = await new InMemoryEngine().answer(registry.handler(), {
        path: '/upload',
        method: 'POST',
        body: brokenOff(),
      });
      assert.deepEqual([answer.status, answer.text], [400, '{"code":400,"message":"HTTP 400 Bad Request"}']);
    });
    assert.deepEqual(log.messages, []);
  });
});

describe('the summary at start-up', () => {
  const warning =
    'No health check is registered beside deadlocks: this service will be called healthy whatever happens to the things it depends on. ' +
    'Register one for each of them with environment.healthChecks.register(name, check)';

  test('lists the tasks, and warns where no health check is registered beside deadlocks', async () => {
    const { registry, health } = admin();
    health.register('deadlocks', () => {});
    registry.addTask('hello', () => {});
    const log = await CapturedLogs.during(() => registry.logSummary(), { level: Level.DEBUG });
    assert.deepEqual(log.messages, [
      `tasks =

    POST    /tasks/gc (GarbageCollectionTask)
    POST    /tasks/log-level (LogLevelTask)
    POST    /tasks/hello (function)
`,
      'health checks = [deadlocks]',
      warning,
    ]);
    assert.deepEqual(
      log.events.map(({ level }) => level.name),
      ['INFO', 'DEBUG', 'WARN'],
    );
  });

  test('is content with one check of the service’s own', async () => {
    const { registry, health } = admin();
    health.register('deadlocks', () => {});
    health.register('database', () => {});
    const log = await CapturedLogs.during(() => registry.logSummary(), { level: Level.DEBUG });
    assert.deepEqual(log.messages.slice(1), ['health checks = [database, deadlocks]']);
  });

  test('warns too where deadlocks itself is switched off', async () => {
    const log = await CapturedLogs.during(() => admin().registry.logSummary(), { level: Level.WARN });
    assert.deepEqual(log.messages, [warning]);
  });
});

interface Admin {
  readonly registry: AdminRegistry;
  readonly health: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  ask(path: string, request?: Omit<InMemoryRequest, 'path'>): Promise<InMemoryAnswer>;
}

function admin(settings?: AdminFactory): Admin {
  const [health, metrics] = [new HealthCheckRegistry(), new MetricRegistry()];
  const registry = new AdminRegistry({ health, metrics });
  let handler: Handler | undefined;
  const ask: Admin['ask'] = (path, request) => new InMemoryEngine().answer((handler ??= registry.handler(settings)), { path, ...request });
  return { registry, health, metrics, ask };
}

async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('begun');
  throw new BodyAbortedError();
}
