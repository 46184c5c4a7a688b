import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { Service } from '../../src/application/service.js';
import { GET, Path } from '../../src/contract/annotations/routing-annotations.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import { SimpleServerFactory } from '../../src/server/simple-server-factory.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

@Path('/hello')
class HelloResource {
  @GET
  hello(): { readonly hello: string } {
    return { hello: 'world' };
  }
}

/** Does what the test wants in `run`, and keeps what happened in order. */
class TellingApplication extends Application {
  readonly told: string[] = [];

  constructor(private readonly fill: (environment: Environment, told: string[]) => void | Promise<void> = () => {}) {
    super();
  }

  override run(_configuration: Configuration, environment: Environment): void | Promise<void> {
    this.told.push('run');
    environment.lifecycle.manage(this.managed('first'));
    environment.resources.register(new HelloResource());
    return this.fill(environment, this.told);
  }

  managed(name: string): { start(): void; stop(): void } {
    return { start: () => void this.told.push(`start ${name}`), stop: () => void this.told.push(`stop ${name}`) };
  }
}

/** A test whose log lines are kept from the console. */
function quietTest(name: string, body: (log: CapturedLogs) => Promise<void>): void {
  test(name, async () => {
    await CapturedLogs.during(body);
  });
}

async function started(application: TellingApplication, configuration = quiet(new Configuration())) {
  const engine = new InMemoryEngine();
  const bootstrap = new Bootstrap(application);
  bootstrap.addBundle({ run: () => void application.told.push('bundle') });
  const service = await Service.start(bootstrap, configuration, { engine });
  return { engine, service, told: application.told };
}

function quiet(configuration: Configuration): Configuration {
  configuration.server.requestLog.appenders = [];
  configuration.health.deadlocks.enabled = false;
  configuration.metrics.process = false;
  return configuration;
}

quietTest('a service starts bundles, application, managed objects and ports in this order, and stops in reverse', async () => {
  const application = new TellingApplication((environment, told) => {
    environment.lifecycle.manage(application.managed('second'));
    environment.whenStarted(
      (server) => void told.push(`listening on ${server.applicationListeners[0]!.port}, ${server.adminListeners[0]!.port}`),
    );
  });
  const { engine, service, told } = await started(application);
  assert.deepEqual(told, ['bundle', 'run', 'start first', 'start second', 'listening on 8080, 8081']);
  const answer = await engine.send(8080, { path: '/hello' });
  assert.deepEqual([answer.status, answer.text], [200, '{"hello":"world"}']);
  assert.equal((await engine.send(8081, { path: '/ping' })).text, 'pong\n');
  assert.equal((await engine.send(8081, { path: '/ready' })).status, 200);
  await service.stop();
  assert.deepEqual(told.slice(5), ['stop second', 'stop first']);
  assert.throws(() => engine.open(8080, { path: '/hello' }), /Nobody listens/);
});

quietTest('what fails in run stops the start; nothing was started and nothing is stopped', async (log) => {
  const application = new TellingApplication(() => Promise.reject(new Error('no database')));
  await assert.rejects(started(application), {
    name: 'ServiceStartError',
    code: 'KEELSON_START_FAILED',
    message: 'TellingApplication could not be started: in TellingApplication.run: no database',
  });
  assert.deepEqual(log.messages, ['Starting TellingApplication', 'Unable to start TellingApplication, shutting down']);
  assert.match(log.text, /\n! Error: in TellingApplication\.run: no database\n! at /);
  assert.deepEqual(application.told, ['bundle', 'run']);
});

quietTest('a managed object that cannot start has those before it stopped', async () => {
  const application = new TellingApplication((environment) => {
    environment.lifecycle.manage({ start: () => Promise.reject(new Error('no queue')) }, 'queue');
  });
  await assert.rejects(started(application), { message: 'TellingApplication could not be started: no queue' });
  assert.deepEqual(application.told, ['bundle', 'run', 'start first', 'stop first']);
});

quietTest('what fails once the ports are open closes them again', async () => {
  const application = new TellingApplication((environment) => {
    environment.whenStarted(() => Promise.reject(new Error('not announced')));
  });
  await assert.rejects(started(application), { message: 'TellingApplication could not be started: not announced' });
  assert.deepEqual(application.told, ['bundle', 'run', 'start first', 'stop first']);
});

quietTest('resources that cannot be served stop the start before anything is started', async () => {
  const application = new TellingApplication((environment) => void environment.resources.register(new (class Nothing {})()));
  await assert.rejects(
    started(application),
    /^ServiceStartError: TellingApplication could not be started: A resource cannot be served:\n {2}\* Nothing/,
  );
  assert.deepEqual(application.told, ['bundle', 'run']);
});

quietTest('two owners of the root are refused', async () => {
  const application = new TellingApplication((environment) => void environment.application.mount('/', () => {}, { title: 'the assets' }));
  await assert.rejects(started(application), {
    message: 'TellingApplication could not be started: the assets and the resources both want the path /; give one of them another path',
  });
});

quietTest('with the application below a path, something else can have the root', async () => {
  const configuration = quiet(new Configuration());
  configuration.server = new SimpleServerFactory();
  quiet(configuration);
  const application = new TellingApplication((environment) => {
    environment.application.mount('/', (exchange) => exchange.reply.end(`asset ${exchange.path}`));
  });
  const { engine, service } = await started(application, configuration);
  const text = async (path: string): Promise<string> => (await engine.send(8080, { path })).text;
  assert.equal(await text('/application/hello'), '{"hello":"world"}');
  assert.equal(await text('/index.htm'), 'asset /index.htm');
  assert.equal(await text('/admin/ping'), 'pong\n');
  await service.stop();
});

quietTest('readiness fails as soon as the service stops', async () => {
  const application = new TellingApplication();
  const { service } = await started(application);
  const { healthChecks } = service.environment;
  assert.deepEqual([...(await healthChecks.ready()).keys()], []);
  await service.stop();
  assert.equal((await healthChecks.ready()).get('traffic')?.healthy, false);
});
