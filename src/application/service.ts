import { sendError } from '../http/error-reply.js';
import { withinContext } from '../http/handler.js';
import type { Handler } from '../http/handler.js';
import { hasWellFormedTarget } from '../http/percent-escapes.js';
import { getLogger, loggerTree } from '../logging/get-logger.js';
import type { Engine } from '../server/engines/engine.js';
import type { Server } from '../server/server.js';
import { readBanner } from './banner.js';
import type { Bootstrap } from './bootstrap.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { ServiceStartError } from './service-start-error.js';
import { setUpEnvironment } from './set-up.js';

const log = getLogger('keelson.application.Service');

/**
 * An application that runs: its environment, and the server that answers for it.
 *
 * ```
 *   start   bundles' run ─► application's run ─► resources are compiled ─► managed objects start ─► ports open
 *   stop    ports refuse and drain ─► managed objects stop, in reverse
 * ```
 */
export class Service {
  private constructor(
    readonly environment: Environment,
    readonly server: Server,
  ) {}

  /** Sets the application up and starts it. Where a step fails, what was started before it is stopped, and a {@link ServiceStartError} says why. */
  static async start<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C, settings: ServiceSettings = {}): Promise<Service> {
    const { name } = bootstrap.application;
    const { environment, server } = await logged(name, () => prepare(bootstrap, configuration, settings));
    try {
      // The server tells the log itself what it could not start.
      await server.start();
      // What is printed by those who wait for the start stands below the lines that tell of it.
      loggerTree.flushSync();
      await logged(name, () => environment.tellStarted(server));
    } catch (thrown) {
      await server.stop();
      throw thrown instanceof ServiceStartError ? thrown : new ServiceStartError(name, thrown);
    }
    return new Service(environment, server);
  }

  /** Stops in order; never throws. A second call waits for the first. */
  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** What a service can be given by those who start it without the command line. */
export interface ServiceSettings {
  /** In place of the connectors' own, for tests. */
  readonly engine?: Engine | undefined;
}

/** Does a step of the start; what it throws is logged and told in one sentence. */
async function logged<T>(name: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    log.error('Unable to start %s, shutting down', name, thrown);
    throw new ServiceStartError(name, thrown);
  }
}

interface Prepared {
  readonly environment: Environment;
  readonly server: Server;
}

/** Everything up to the moment when something is started. */
async function prepare<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C, { engine }: ServiceSettings): Promise<Prepared> {
  announce(bootstrap);
  const { environment, requestMetrics } = await setUpEnvironment(bootstrap, configuration);
  const { admin, clock, healthChecks, lifecycle, name, resources } = environment;
  admin.addTask('reload-ssl', async (_parameters, output) => {
    await server.reloadCertificates();
    output.println('Reloaded certificate configuration');
  });
  admin.logSummary(configuration.admin);
  const server = configuration.server.build({
    name,
    application: applicationHandler(environment, configuration),
    admin: admin.handler(configuration.admin),
    lifecycle,
    methods: resources.declaredMethods(),
    observer: requestMetrics,
    onStopping: () => healthChecks.refuseTraffic('the service is stopping'),
    engine,
    clock,
  });
  return { environment, server };
}

/** The start-up line, and the banner after it as it is. */
function announce({ application, output }: Pick<Bootstrap, 'application' | 'output'>): void {
  log.info('Starting %s', application.name);
  const banner = readBanner(application.banner);
  if (banner === undefined) return;
  loggerTree.flushSync();
  output.print(banner);
}

/** The resources below their path, and beside them whatever else was mounted; two owners of one path are refused. */
function applicationHandler({ handlers, resources }: Environment, { server }: Configuration): Handler {
  const { detailedJsonErrors, maxRequestBodySize, resourcePrefix, unsupportedMediaTypeStatus, validateResourceProperties } = server;
  const compiled = resources.compile({
    contextPath: resourcePrefix,
    detailedJsonErrors,
    maxRequestBodySize: maxRequestBodySize.toBytes(),
    unsupportedMediaTypeStatus: unsupportedMediaTypeStatus === 415 ? 415 : 406,
    validateResourceProperties,
  });
  return handlers
    .mount(resourcePrefix, 'the application', withinContext(resourcePrefix, compiled))
    .handler((exchange) => sendError(exchange, hasWellFormedTarget(exchange) ? 404 : 400));
}
