import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { Application, Configuration, GET, JsonProperty, NotEmpty, Path, Produces, SimpleServerFactory, getLogger } from 'keelson';
import type { Environment } from 'keelson';
import { ApplicationTest, ManualClock, SocketClient, TemporaryFolder } from 'keelson/testing';

class GreetingConfiguration extends Configuration {
  @JsonProperty @NotEmpty greeting: string = 'Hello';
}

@Path('/greeting')
class GreetingResource {
  constructor(private readonly greeting: string) {}

  @GET @Produces('text/plain') greet(): string {
    getLogger('com.example.Greeting').info('%s was said', this.greeting);
    getLogger('com.example.Greeting').debug('in detail');
    return this.greeting;
  }
}

class GreetingApplication extends Application<GreetingConfiguration> {
  constructor(private readonly setUp: (environment: Environment) => unknown = () => undefined) {
    super(GreetingConfiguration);
  }

  override get name(): string {
    return 'greeting';
  }

  override async run(configuration: GreetingConfiguration, environment: Environment): Promise<void> {
    environment.resources.register(new GreetingResource(configuration.greeting));
    await this.setUp(environment);
  }
}

describe('a service under test', () => {
  const service = new ApplicationTest(new GreetingApplication(), { overrides: { greeting: 'Good day', 'server.gzip.enabled': false } });
  before(() => service.start());
  after(() => service.stop());

  test('answers on free ports, for its client and for any other', async () => {
    assert.equal((await service.get('/greeting')).text, 'Good day');
    assert.equal(await (await fetch(`${service.baseUrl}/greeting`)).text(), 'Good day');
    assert.equal((await service.admin.get('/ping')).text.trim(), 'pong');
    assert.match(service.adminUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(service.configuration.greeting, 'Good day');
    assert.equal(service.environment.name, 'greeting');
  });

  test('keeps its log, its request log and what it prints', async () => {
    service.requests.clear();
    await service.get('/greeting?from=test');
    assert.match(await service.requests.waitFor('from=test'), /"GET \/greeting\?from=test HTTP\/1\.1" 200 8 /);
    service.logs.assertLogged(/^INFO .* com\.example\.Greeting: Good day was said$/);
    assert.equal(service.logs.find('in detail'), undefined);
    service.logs.assertLogged('Starting greeting');
  });

  test('sends a body piece by piece, and tells of an answer that broke off', async () => {
    async function* pieces() {
      yield Buffer.from('a');
      yield Buffer.from('b');
      await Promise.resolve();
    }
    assert.equal((await service.request({ method: 'POST', path: '/greeting', body: pieces() })).status, 405);
    const breaking = createServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => breaking.once('listening', resolve));
    try {
      const client = new SocketClient(`http://127.0.0.1:${(breaking.address() as { port: number }).port}`);
      const answer = await client.get('/');
      assert.deepEqual([answer.text, answer.complete], ['half', false]);
      client.close();
    } finally {
      breaking.close();
    }
  });
});

test('several services in one process keep their logs, levels and metrics apart', async () => {
  await using loud = new ApplicationTest(new GreetingApplication(), { overrides: { greeting: 'Hey', 'logging.level': 'DEBUG' } });
  await using quiet = new ApplicationTest(new GreetingApplication(), {
    overrides: { greeting: 'Hm', 'logging.loggers.com\\.example': 'WARN' },
  });
  await Promise.all([loud.start(), quiet.start()]);
  await Promise.all([loud.get('/greeting'), quiet.get('/greeting'), quiet.get('/greeting')]);
  const counted = async ({ admin }: ApplicationTest<GreetingConfiguration>) =>
    /^http_requests_total\{.*greeting.*\} (\d+)$/m.exec((await admin.get('/metrics')).text)?.[1];
  assert.deepEqual([await counted(loud), await counted(quiet)], ['1', '2']);
  await quiet.stop();
  assert.equal((await loud.get('/greeting')).text, 'Hey');
  await loud.stop();
  const said = ({ logs }: ApplicationTest<GreetingConfiguration>) =>
    logs.events.filter(({ loggerName }) => loggerName === 'com.example.Greeting').map(({ message }) => message);
  assert.deepEqual(said(loud), ['Hey was said', 'in detail', 'Hey was said', 'in detail']);
  assert.deepEqual(said(quiet), []);
  quiet.logs.assertLogged('Starting greeting');
});

test('the configuration comes from a file, from its variables, or as an object', async () => {
  using folder = new TemporaryFolder();
  writeFileSync(folder.file('greeting.yml'), 'greeting: ${GREETING}\nserver: { type: simple, connector: { type: http, port: 1 } }\n');
  await using fromFile = await new ApplicationTest(new GreetingApplication(), {
    configuration: folder.file('greeting.yml'),
    variables: { GREETING: 'Moin' },
  }).start();
  assert.equal((await fromFile.get('/greeting')).text, 'Moin');
  assert.match(fromFile.baseUrl, /\/application$/);
  assert.equal((await fromFile.admin.get('/ping')).status, 200);

  const configuration = new GreetingConfiguration();
  configuration.server = new SimpleServerFactory();
  configuration.greeting = 'Servus';
  await using fromObject = await new ApplicationTest(new GreetingApplication(), { configuration }).start();
  assert.equal((await fromObject.get('/greeting')).text, 'Servus');
});

test('services behind TLS and on a Unix socket are asked like any other', async () => {
  using folder = new TemporaryFolder();
  const certificate = fileURLToPath(new URL('../../../test/server/fixtures/chain-and-key.pem', import.meta.url));
  const socket = folder.file('admin.sock');
  writeFileSync(
    folder.file('greeting.yml'),
    `server:
  applicationConnectors: [{ type: https, keyStorePath: '${certificate}' }]
  adminConnectors: [{ type: http, path: '${socket}' }]
`,
  );
  await using service = await new ApplicationTest(new GreetingApplication(), { configuration: folder.file('greeting.yml') }).start();
  assert.match(service.baseUrl, /^https:/);
  assert.equal((await service.get('/greeting')).text, 'Hello');
  assert.equal(service.adminUrl, `unix:${socket}`);
  assert.equal((await service.admin.get('/ping')).status, 200);
});

test('what the service would refuse at its start, the start throws', async () => {
  const invalid = new ApplicationTest(new GreetingApplication(), { overrides: { greeting: '' } });
  await assert.rejects(invalid.start(), /greeting may not be empty/);
  const object = new GreetingConfiguration();
  object.greeting = '';
  await assert.rejects(new ApplicationTest(new GreetingApplication(), { configuration: object }).start(), /greeting may not be empty/);
  const failing = new GreetingApplication((environment) => {
    environment.lifecycle.manage({ start: () => Promise.reject(new Error('no database')) }, 'database');
  });
  const service = new ApplicationTest(failing);
  await assert.rejects(service.start(), /no database/);
  service.logs.assertLogged(/^ERROR .*Unable to start database/);
  assert.throws(() => service.baseUrl, {
    message: 'The service under test, greeting, is not running; await start() before the tests',
  });
  assert.throws(() => new ApplicationTest(new GreetingApplication(), { configuration: object, overrides: {} }), {
    code: 'KEELSON_TEST_USAGE',
    message: 'Overrides apply to a configuration file; change the configuration object itself',
  });
});

test('a service can be stopped and started again, but not started twice', async () => {
  await using service = await new ApplicationTest(new GreetingApplication()).start();
  await assert.rejects(service.start(), { message: 'The service under test, greeting, is already running; stop it first' });
  await service.stop();
  await service.stop();
  await service.start();
  assert.equal((await service.get('/greeting')).status, 200);
  await service.stop();
});

test('a stop in the middle of the start waits for it', async () => {
  const service = new ApplicationTest(new GreetingApplication());
  const starting = service.start();
  await assert.rejects(service.start(), /is already running/);
  await service.stop();
  await starting;
  assert.throws(() => service.baseUrl, /is not running/);
});

test('what is left open after the stop is named, with the place that opened it', async () => {
  const open: { close(): unknown }[] = [];
  const application = new GreetingApplication(function leaveOpen() {
    const timer = setInterval(() => undefined, 60_000);
    const thread = new Worker('setInterval(() => undefined, 60_000)', { eval: true });
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], { stdio: 'ignore' });
    const harmless = setInterval(() => undefined, 60_000).unref();
    open.push({ close: () => clearInterval(timer) }, { close: () => thread.terminate() }, { close: () => child.kill() });
    open.push({ close: () => clearInterval(harmless) }, createServer().listen(0, '127.0.0.1'), watch(import.meta.dirname));
  });
  const service = await new ApplicationTest(application).start();
  try {
    await assert.rejects(service.stop(), (error: Error) => {
      assert.match(
        error.message,
        /^greeting was stopped, but these are still open:\n( {2}a .*\n){5}Close them in the stop\(\) of something/,
      );
      return true;
    });
  } finally {
    for (const thing of open) await thing.close();
  }
  const place = / at .*leaveOpen \(.*application-test\.test\.[jt]s:\d+:\d+\)$/;
  assert.deepEqual(
    service.leaks.map((leak) => leak.replace(place, '')),
    ['a timer opened', 'a thread opened', 'a child process opened', 'a watched file opened', 'a listening socket opened'],
  );
});

test('connections that are only kept for the next request are no leak', async () => {
  await using elsewhere = await new ApplicationTest(new GreetingApplication()).start();
  const application = new GreetingApplication(async () => {
    await (await fetch(`${elsewhere.baseUrl}/greeting`)).text();
  });
  const service = await new ApplicationTest(application).start();
  await service.stop();
  assert.deepEqual(service.leaks, []);
});

test('log files rotate and schedules take their turns when the clock of the test says so', async () => {
  using folder = new TemporaryFolder();
  const clock = ManualClock.at('2026-11-14T23:58:00Z');
  let turns = 0;
  const application = new GreetingApplication(({ lifecycle }) => lifecycle.schedule('count', '1 minute', () => turns++));
  const configuration = folder.file('greeting.yml');
  const fileAppender = (name: string) =>
    `{ type: file, currentLogFilename: '${folder.file(`${name}.log`)}', archivedLogFilenamePattern: '${folder.file(`${name}-%d.log`)}' }`;
  writeFileSync(
    configuration,
    `logging: { appenders: [${fileAppender('app')}] }\nserver: { requestLog: { appenders: [${fileAppender('requests')}] } }\n`,
  );
  await using service = await new ApplicationTest(application, { configuration, clock, logging: 'configured' }).start();
  await service.get('/greeting?day=one');
  await clock.advance('3 minutes');
  await service.get('/greeting?day=two');
  await service.stop();
  assert.equal(turns, 3);
  const read = (name: string) => readFileSync(folder.file(name), 'utf8');
  assert.match(read('app-2026-11-14.log'), /^INFO  \[2026-11-14 23:58:00,000\] .*Greeting: Hello was said$/m);
  assert.match(read('app.log'), /^INFO  \[2026-11-15 00:01:00,000\] .*Greeting: Hello was said$/m);
  assert.match(read('requests-2026-11-14.log'), /\[14\/Nov\/2026:23:58:00 \+0000\] "GET \/greeting\?day=one/);
  assert.match(read('requests.log'), /\[15\/Nov\/2026:00:01:00 \+0000\] "GET \/greeting\?day=two/);
});
