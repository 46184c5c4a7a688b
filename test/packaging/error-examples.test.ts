import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import {
  Application,
  AssetsBundle,
  Bootstrap,
  CommandArguments,
  Configuration,
  GET,
  InMemoryEngine,
  Int,
  IntParam,
  JobPool,
  JsonMapper,
  JsonProperty,
  Length,
  Lifecycle,
  Max,
  Min,
  NotEmpty,
  Path,
  PathParam,
  Subtypes,
  Task,
  ValidationMethod,
  WorkerPool,
  nodeHandler,
} from 'keelson';
import type { Environment, Managed } from 'keelson';
import { ServiceStartError } from 'keelson/application';
import { RightsGainedError } from 'keelson/commands';
import { FileConfigurationSource, TextConfigurationSource, loadConfiguration } from 'keelson/configuration';
import type { ConfigurationClass, Override } from 'keelson/configuration';
import { HealthCheckRegistry, WorkerFileError } from 'keelson/health';
import type { Exchange, Handler } from 'keelson/http';
import { BodyAbortedError, BodyTooLargeError, MountConflictError, PortRegistry, ReplyAbortedError } from 'keelson/http';
import { FileAppender, TextLayout, TimeZone } from 'keelson/logging';
import { NoBodyWriterError, ResourceRegistry, UploadGoneError } from 'keelson/resources';
import { BearerFactory, JoseMissingError } from 'keelson/security';
import { NodeHttpEngine, UnknownMethodError, defaultLimits } from 'keelson/server';
import { ApplicationTest, ResourceTest, TemporaryFolder, TestLeakError } from 'keelson/testing';
import { Validator } from 'keelson/validation';

import { applicationVersion } from '../../src/application/application-version.js';
import { ContractBrokenError, readContract } from '../../src/commands/contract-file.js';
import { ExplainCommand } from '../../src/commands/explain-command.js';
import { OpenApiCommand } from '../../src/commands/openapi-command.js';
import { MediaType } from '../../src/http/media-type.js';
import { pathConflicts } from '../../src/http/path-claims.js';
import { machineClock } from '../../src/lifecycle/clock.js';
import { OpenApiError } from '../../src/openapi/openapi-error.js';
import { ensureSingleCopy } from '../../src/reflection/single-copy.js';
import { eventText } from '../../src/resources/events/server-event.js';
import { MalformedBodyException } from '../../src/resources/exceptions/invalid-request.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { refuseSharedPorts } from '../../src/server/port-conflict-error.js';
import { readKeyStore } from '../../src/server/tls/key-store.js';
import { ContractProofError } from '../../src/testing/contract-proof.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { matches } = (await import(`${root}scripts/check-docs.mjs`)) as { matches(shown: string, printed: string): boolean };

const entries = readFileSync(`${root}docs/errors.md`, 'utf8')
  .split(/^(?=#{1,3} )/m)
  .filter((section) => section.startsWith('### '))
  .map((section) => ({
    code: section.slice(4, section.indexOf('\n')),
    example: /^```text\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '',
    fix: /^\*Fix:\* ./m.test(section),
    cause: /^```\n\n(?!\*Fix)\S/m.test(section),
  }));

test('every entry of docs/errors.md shows a message, says the cause and the fix', () => {
  assert.deepEqual(
    entries.filter(({ example, fix, cause }) => example === '' || !fix || !cause).map(({ code }) => code),
    [],
  );
});

test('every message that docs/errors.md shows is what is said', async () => {
  const wrong: string[] = [];
  for (const { code, example } of entries) {
    const said = await saidBy(code, provocations[code]);
    if (!matches(example, said)) wrong.push(`${code} says:\n${said}`);
  }
  assert.deepEqual(wrong, []);
});

async function saidBy(code: string, provoke: (() => unknown) | undefined): Promise<string> {
  if (provoke === undefined) return '(nobody provokes it: add it to the provocations of this test)';
  try {
    const made = await provoke();
    if (made instanceof Error) throw made;
    return '(nothing was thrown)';
  } catch (thrown) {
    const { code: its, message } = thrown as { readonly code?: unknown; readonly message: string };
    return its === code ? message : `(another error: ${String(thrown)})`;
  }
}

class Queue {
  @JsonProperty @NotEmpty host: string = 'localhost';
  @JsonProperty(Int) @Min(1) @Max(65535) port: number = 5672;
}

class NeedsName {
  constructor(readonly name: string) {
    if (name === undefined) throw new Error('no name');
  }
}

class MailQueue implements Managed {
  start(): void {}
}

class Node {
  parent?: Node;
}

class Square {}

class Order {
  @Length({ min: 5, max: 3 }) name = 'four';
}

class Person {
  @NotEmpty name = '';
  @JsonProperty(Int) age = 0;
  @ValidationMethod({ message: 'must have a nick' })
  isNamed(): boolean {
    return (this as { nick?: string }).nick!.length > 0;
  }
}

class Idle extends Application {
  override run(_configuration: Configuration, _environment: Environment): void {}
}

@Path('/people')
class PeopleResource {
  @GET
  list(): string[] {
    return [];
  }
  @GET
  all(): string[] {
    return [];
  }
  @GET
  @Path('/{id}')
  fetch(@PathParam('name') name: string): string {
    return name;
  }
}

const provocations: Readonly<Record<string, () => unknown>> = {
  KEELSON_TASK_NAME: () =>
    new (class extends Task {
      override execute(): void {}
    })('clear cache'),
  KEELSON_START_FAILED: () =>
    new ServiceStartError('hello-world', new Error('in HelloApplication.run: connect ECONNREFUSED 127.0.0.1:5432')),
  KEELSON_ASSET_FOLDER: () =>
    new AssetsBundle('nowhere').run(new Configuration(), { application: new PortRegistry('application') } as unknown as Environment),
  KEELSON_CONFIGURATION_CLASS: () => load(NeedsName as unknown as ConfigurationClass<object>, 'name: x\n'),
  KEELSON_CONFIGURATION_INVALID: () => load(Queue, 'host: ""\nport: 70000\n'),
  KEELSON_CONFIGURATION_MALFORMED: () => load(Queue, 'hots: mq\nport: many\n'),
  KEELSON_CONFIGURATION_OVERRIDE: () => load(Queue, 'host: mq\n', [{ path: 'host.name', value: 'x' }]),
  KEELSON_CONFIGURATION_UNREADABLE: () => new FileConfigurationSource().read('nowhere.yml'),
  KEELSON_BODY_ABORTED: () => new BodyAbortedError(),
  KEELSON_BODY_TAKEN: () =>
    thrownBy(async ({ body }) => {
      await body.bytes();
      await body.bytes();
    }),
  KEELSON_BODY_TOO_LARGE: () => new BodyTooLargeError(1_048_576),
  KEELSON_MOUNT_CONFLICT: () =>
    new MountConflictError(
      pathConflicts([
        { path: '/docs', owner: 'the assets bundle "docs"', kind: 'mount' },
        { path: '/docs/*', owner: 'the handler mounted at /docs', kind: 'mount' },
      ]),
    ),
  KEELSON_NO_REPLY: async () => {
    const engine = new InMemoryEngine();
    let reported: unknown;
    const onFailure = ({ reply }: Exchange, thrown: unknown) => {
      reported = thrown;
      reply.end();
    };
    const address = { kind: 'port', port: 0, host: undefined } as const;
    const { port } = await engine.listen({ address, limits: defaultLimits, trustedProxies: 0, onFailure }, () => Promise.resolve());
    await engine.send(port, { path: '/people' });
    return reported;
  },
  KEELSON_REPLY_ABORTED: () => new ReplyAbortedError(),
  KEELSON_REPLY_COMMITTED: () =>
    thrownBy(({ reply }) => {
      reply.end('done');
      reply.setHeader('X-Late', 'yes');
    }),
  KEELSON_REPLY_LENGTH: () =>
    thrownBy(({ reply }) => {
      reply.setHeader('Content-Length', '3');
      return reply.stream(['ab', 'cd']);
    }),
  KEELSON_ASYNC_SCHEMA: () =>
    new JsonMapper().read({ '~standard': { version: 1, vendor: 'zod', validate: (value) => Promise.resolve({ value }) } }, '{}'),
  KEELSON_JSON_MAPPING: () => new JsonMapper({ unknownProperties: 'refuse' }).read(Queue, '{"port": "80", "hots": "mq"}'),
  KEELSON_JSON_MODEL: () => new JsonMapper().read(NeedsName, '{}'),
  KEELSON_TWO_COPIES: () => {
    const loaded = {};
    ensureSingleCopy('/srv/shop/node_modules/keelson/', loaded);
    ensureSingleCopy('/srv/shop/plugin/node_modules/keelson/', loaded);
  },
  KEELSON_JSON_SUBTYPE: () => new Subtypes().register(Square),
  KEELSON_JSON_SYNTAX: () => new JsonMapper().read(Queue, '{"host": mq}'),
  KEELSON_JSON_WRITE: () => {
    const node = new Node();
    node.parent = node;
    return new JsonMapper().write(node);
  },
  KEELSON_JOB_REFUSED: async () => {
    const pool = new JobPool('mails');
    await pool.stop();
    await pool.submit(() => {});
  },
  KEELSON_LIFECYCLE_STARTED: async () => {
    const lifecycle = new Lifecycle();
    await lifecycle.start();
    try {
      lifecycle.manage(new MailQueue());
    } finally {
      await lifecycle.stop();
    }
  },
  KEELSON_LIFECYCLE_STATE: async () => {
    const lifecycle = new Lifecycle();
    await lifecycle.start();
    try {
      await lifecycle.start();
    } finally {
      await lifecycle.stop();
    }
  },
  KEELSON_LIFECYCLE_SETTING: () => new Lifecycle().schedule('cleanup', '0 s', () => {}),
  KEELSON_START_INTERRUPTED: async () => {
    const lifecycle = new Lifecycle();
    lifecycle.manage({ start: () => undefined });
    const starting = lifecycle.start();
    void lifecycle.stop();
    await starting;
  },
  KEELSON_WORKER: async () => {
    const pool = new WorkerPool('hashing', new URL('data:text/javascript,'));
    try {
      await pool.run(Symbol('salt'));
    } finally {
      await pool.stop();
    }
  },
  KEELSON_APPLICATION_VERSION: () => {
    using folder = new TemporaryFolder();
    writeFileSync(folder.file('package.json'), '{ "version"');
    return applicationVersion(folder.file('main.js'));
  },
  KEELSON_WORKER_FILE: () => new WorkerFileError('stall-watchdog-worker'),
  KEELSON_HEALTH_CHECK_NAME: () => new HealthCheckRegistry().register('a\nb: OK', () => {}),
  KEELSON_NAME_TAKEN: () => {
    const checks = new HealthCheckRegistry();
    checks.register('database', () => {});
    checks.register('database', () => {});
  },
  KEELSON_REGISTERED_TOO_LATE: () => {
    const checks = new HealthCheckRegistry();
    checks.close();
    checks.register('late', () => {});
  },
  KEELSON_LOG_FILE: () => new FileAppender({ path: '/dev/null/service.log', layout: new TextLayout(TimeZone.UTC) }),
  KEELSON_MALFORMED_BODY: () => new MalformedBodyException('line 1', {}),
  KEELSON_SERVER_EVENT: () => {
    eventText({ n: 1 }, new JsonMapper());
  },
  KEELSON_UPLOAD_GONE: () => new UploadGoneError('photo'),
  KEELSON_NO_BODY_WRITER: () => new NoBodyWriterError(new Square(), MediaType.parse('text/plain')),
  KEELSON_PARAMETER_FORMAT: () => new IntParam('x'),
  KEELSON_EXPLAIN_USAGE: () => new ExplainCommand().run(new Bootstrap(new Idle()), new CommandArguments(new Map([['request', ['GET']]]))),
  KEELSON_CONTRACT_FILE: () => readContract('api.lock.json'),
  KEELSON_CONTRACT_BROKEN: () =>
    new ContractBrokenError('api.lock.json', [
      {
        source: 'src/people-resource.ts:14',
        endpoint: 'POST /people',
        place: 'body name',
        rule: 'may have 20 characters now, was 40',
      },
    ]),
  KEELSON_OPENAPI_COMMAND: () => new OpenApiCommand().run(new Bootstrap(new Idle()), new CommandArguments(new Map([['format', 'xml']]))),
  KEELSON_OPENAPI: () =>
    new OpenApiError([
      'PrintResource.print: @Throws(OutOfPaper) does not say what is answered; write @Throws(OutOfPaper, { status: 409 }), or @Returns(…, { status: 409 }) on toReply of its mapper',
    ]),
  KEELSON_CONTRACT_PROOF: () =>
    new ContractProofError([
      'POST /people: the document allows the body {"name":"a"}, but the service answers 422 {"errors":["name must be even"]}',
    ]),
  KEELSON_RESOURCE_MODEL: () =>
    new ResourceRegistry({ mapper: new JsonMapper(), validator: new Validator() }).register(new PeopleResource()).compile({}),
  KEELSON_BEARER_KEY: () => {
    const bearer = Object.assign(new BearerFactory(), { issuer: 'https://id.example', audience: 'a', publicKeyPath: 'issuer.pem' });
    return bearer.build({ clock: machineClock, healthChecks: new HealthCheckRegistry(), lifecycle: new Lifecycle() });
  },
  KEELSON_RIGHTS_GAINED: () => new RightsGainedError('matrix.txt', ['anonymous: GET /accounts was no, and is yes']),
  KEELSON_JOSE_MISSING: () => new JoseMissingError(),
  KEELSON_KEY_STORE: () => readKeyStore({ path: 'service.p12', password: undefined, keyPath: undefined }),
  KEELSON_LISTEN_FAILED: () => onTakenPort(),
  KEELSON_NODE_HANDLER_NEEDS_SOCKET: () => thrownBy(nodeHandler(() => {})),
  KEELSON_PORT_CONFLICT: () =>
    refuseSharedPorts({ applicationConnectors: [HttpConnectorFactory.onPort(8080)], adminConnectors: [HttpConnectorFactory.onPort(8080)] }),
  KEELSON_UNKNOWN_METHOD: () => new UnknownMethodError(['GREET']),
  KEELSON_TEST_ANSWER: () => new ResourceTest([Silent]).request({ path: '/events', limit: '1 ms' }),
  KEELSON_TEST_USAGE: () => new ResourceTest([]).get('people'),
  KEELSON_TEST_SERVICE: () => new ApplicationTest(new Idle()).configuration,
  KEELSON_TEST_LEAK: () => new TestLeakError('hello-world', ['a timer opened at MailQueue.start (src/mail-queue.ts:14:5)']),
  KEELSON_CONSTRAINT_VIOLATION: () => new Validator().ensureValid(Object.assign(new Queue(), { host: '', port: 70_000 })),
  KEELSON_VALIDATION_METHOD: () => new Validator().validate(new Person()),
  KEELSON_VALIDATION_MODEL: () => new Validator().validate(new Order()),
};

@Path('/events')
class Silent {
  @GET
  never(): Promise<string> {
    return new Promise(() => undefined);
  }
}

function load(type: ConfigurationClass<object>, text: string, overrides: readonly Override[] = []): Promise<unknown> {
  return loadConfiguration(type, 'config.yml', {
    source: new TextConfigurationSource(text),
    subtypes: new Subtypes(),
    validator: new Validator(),
    overrides,
  });
}

/** What a handler throws when a request comes to it. */
function thrownBy(handler: Handler): Promise<unknown> {
  return new Promise((resolve) => {
    const watched: Handler = async (exchange) => {
      try {
        resolve(await handler(exchange));
      } catch (thrown) {
        resolve(thrown);
      }
      if (!exchange.reply.committed) exchange.reply.end('');
    };
    new InMemoryEngine().converse(watched, { method: 'POST', path: '/', body: 'x' });
  });
}

async function onTakenPort(): Promise<void> {
  const taken = createServer().listen(0);
  await new Promise((resolve) => taken.once('listening', resolve));
  try {
    await new NodeHttpEngine().listen(
      {
        address: { kind: 'port', port: (taken.address() as AddressInfo).port, host: undefined },
        limits: defaultLimits,
        trustedProxies: 0,
        onFailure: () => {},
      },
      () => {},
    );
  } finally {
    taken.close();
  }
}
