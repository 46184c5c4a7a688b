import { fileURLToPath } from 'node:url';

import type { Application } from '../application/application.js';
import { initializeNow } from '../application/blame.js';
import { Bootstrap } from '../application/bootstrap.js';
import type { Configuration } from '../application/configuration.js';
import type { Environment } from '../application/environment.js';
import { Service } from '../application/service.js';
import { loadConfiguration } from '../configuration/configuration-loader.js';
import type { Variables } from '../configuration/substitute.js';
import { requireValid } from '../configuration/validate.js';
import type { Principal } from '../contract/access.js';
import { machineClock } from '../lifecycle/clock.js';
import type { Clock } from '../lifecycle/clock.js';
import { CapturedLogs } from './captured-logs.js';
import { OpenThings } from './open-things.js';
import { RecordedOutput } from './recorded-output.js';
import { ServiceLogs } from './service-logs.js';
import { SocketClient } from './socket-client.js';
import type { AnswerStream } from './streamed-answer.js';
import { TestCallers } from './test-callers.js';
import { TestClient } from './test-client.js';
import type { TestRequest } from './test-client.js';
import { TestLeakError, TestServiceError, TestUsageError } from './test-errors.js';
import { adminUrl, applicationUrl, captureRequests, takeFreePorts } from './test-server.js';

/** How a service is started for tests; all of it may be left out. */
export interface ApplicationTestSettings<C extends Configuration = Configuration> {
  /** The configuration file, or the configuration itself; the class's defaults if left out. */
  readonly configuration?: string | URL | C;
  /**
   * As on the command line, without the prefix `svc.`: `{ 'logging.level': 'DEBUG' }`; a function is called at every start. Not for a configuration
   * that is given as an object.
   */
  readonly overrides?: TestOverrides | (() => TestOverrides);
  /** The variables that `${NAME}` in the file refers to; the environment of the process by default. */
  readonly variables?: Variables;
  /** The time for rotation, schedules and the request log; the machine's clock by default. */
  readonly clock?: Clock;
  /** `captured`, the default: lines are only kept in memory. `configured`: they also go where the configuration sends them. */
  readonly logging?: 'captured' | 'configured';
  /** `free`, the default: every connector takes a free port on 127.0.0.1. `configured`: the ports of the configuration. */
  readonly ports?: 'free' | 'configured';
  /** `refused`, the default: {@link ApplicationTest.stop} throws if something is left open. `told`: it is only listed in `leaks`. */
  readonly leaks?: 'refused' | 'told';
}

/** Settings by their dotted path. */
export type TestOverrides = Readonly<Record<string, string | number | boolean>>;

/**
 * A whole service on free ports, started before a suite and stopped after it, with any test runner. It is itself the client of the application port.
 *
 * @example
 * const service = new ApplicationTest(new PeopleApplication(), { configuration: 'people.yml' });
 * before(() => service.start());
 * after(() => service.stop());
 * test('nobody is there yet', async () => assert.deepEqual((await service.get('/people')).json, []));
 */
export class ApplicationTest<C extends Configuration = Configuration> extends TestClient {
  /** What the service logged, at the levels of its configuration. */
  readonly logs = new CapturedLogs();
  /** The lines of its request log; those of a service whose logging is `configured` go where the configuration says. */
  readonly requests = new CapturedLogs();
  /** What it printed: its banner, for instance. */
  readonly output = new RecordedOutput();
  /** What was still open after the last stop, a line each. */
  leaks: readonly string[] = [];
  private readonly callers = new TestCallers();
  private running: Running<C> | undefined = undefined;
  private starting: Promise<Running<C>> | undefined = undefined;

  constructor(
    readonly application: Application<C>,
    private readonly settings: ApplicationTestSettings<C> = {},
  ) {
    super();
    if (settings.overrides !== undefined && isObject(settings.configuration)) {
      throw new TestUsageError('Overrides apply to a configuration file; change the configuration object itself');
    }
  }

  /** Starts the service, or throws what its start throws. Returns this, so that a service can be started where it is created. */
  async start(): Promise<this> {
    if (this.running !== undefined || this.starting !== undefined) {
      throw new TestServiceError(this.application.name, 'is already running; stop it first');
    }
    this.starting = this.run();
    try {
      this.running = await this.starting;
    } finally {
      this.starting = undefined;
    }
    return this;
  }

  /** Stops the service in order. Throws if something that it opened is still open; a second call does nothing. */
  async stop(): Promise<void> {
    // A start that fails is reported by start().
    await Promise.allSettled([this.starting]);
    const { running } = this;
    if (running === undefined) return;
    this.running = undefined;
    const { service, logs, opened, application, admin } = running;
    const clients = [application, admin];
    for (const client of clients) client.rest();
    await logs.run(() => service.stop());
    for (const client of clients) client.close();
    await logs.end();
    this.leaks = await opened.leftOpen(patience);
    if (this.leaks.length > 0 && this.settings.leaks !== 'told') throw new TestLeakError(this.application.name, this.leaks);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Where resources begin: `http://127.0.0.1:40123`, with the context path if there is one. */
  get baseUrl(): string {
    return this.started().application.baseUrl;
  }

  /** Where the admin side begins. */
  get adminUrl(): string {
    return this.started().admin.baseUrl;
  }

  /** The client of the admin side: `service.admin.get('/healthcheck')`. */
  get admin(): TestClient {
    return this.started().admin;
  }

  /** The configuration that the service runs with. */
  get configuration(): C {
    return this.started().configuration;
  }

  get environment(): Environment {
    return this.started().service.environment;
  }

  /**
   * A client whose requests are those of this caller, whatever authenticators the service has.
   *
   * @example await service.as(new User('ada', ['reader'])).get('/accounts')
   */
  as(principal: Principal): TestClient {
    return this.callers.clientAs(principal, this);
  }

  override begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream> {
    return this.started().application.begin(request, signal);
  }

  private started(): Running<C> {
    if (this.running === undefined) throw new TestServiceError(this.application.name, 'is not running; await start() before the tests');
    return this.running;
  }

  private async run(): Promise<Running<C>> {
    const { clock = machineClock, logging: mode = 'captured', ports = 'free' } = this.settings;
    const bootstrap = this.bootstrapped(clock);
    const configuration = await this.configurationFor(bootstrap);
    if (ports === 'free') takeFreePorts(configuration.server);
    if (mode === 'captured') captureRequests(configuration.server, this.requests);
    const logs = await ServiceLogs.begin(this.logs, configuration.logging, { applicationName: this.application.name, clock, mode });
    const opened = new OpenThings(() => ServiceLogs.current() === logs);
    opened.watch();
    try {
      const service = await logs.run(() => Service.start(bootstrap, configuration));
      const application = new SocketClient(applicationUrl(service.server, configuration.server));
      const admin = new SocketClient(adminUrl(service.server, configuration.server));
      return { service, configuration, logs, opened, application, admin };
    } catch (thrown) {
      opened.forget();
      await logs.end();
      throw thrown;
    }
  }

  private bootstrapped(clock: Clock): Bootstrap<C> {
    const bootstrap = new Bootstrap(this.application);
    bootstrap.output = this.output;
    bootstrap.clock = clock;
    bootstrap.variables = this.settings.variables ?? bootstrap.variables;
    bootstrap.addBundle({
      run: (_configuration: unknown, environment: Environment) => environment.auth.standIn(this.callers.authenticator),
    });
    initializeNow({ owner: this.application, method: 'initialize' }, () => this.application.initialize(bootstrap));
    return bootstrap;
  }

  private async configurationFor(bootstrap: Bootstrap<C>): Promise<C> {
    const { configuration: given, overrides = {} } = this.settings;
    const { configurationSource: source, subtypes, validator, variables } = bootstrap;
    if (isObject(given)) return requireValid(given, validator, 'given configuration');
    const file = given instanceof URL ? fileURLToPath(given) : given;
    const entries = Object.entries(typeof overrides === 'function' ? overrides() : overrides).map(([path, value]) => ({
      path,
      value: String(value),
    }));
    const settings = { source, subtypes, validator, variables, overrides: [...bootstrap.overrides, ...entries] };
    return (await loadConfiguration(this.application.configurationClass, file, settings)).configuration;
  }
}

interface Running<C extends Configuration> {
  readonly service: Service;
  readonly configuration: C;
  readonly logs: ServiceLogs;
  readonly opened: OpenThings;
  readonly application: SocketClient;
  readonly admin: SocketClient;
}

// Sockets take a few turns of the event loop to close, threads some more.
const patience = 1000;

function isObject<C extends Configuration>(given: string | URL | C | undefined): given is C {
  return typeof given === 'object' && !(given instanceof URL);
}
