import { sendError } from '../http/error-reply.js';
import { withinContext } from '../http/handler.js';
import type { Handler } from '../http/handler.js';
import { getLogger, loggerTree } from '../logging/get-logger.js';
import type { RequestMetrics } from '../metrics/request-metrics.js';
import type { Engine } from '../server/engines/engine.js';
import type { Server } from '../server/server.js';
import { readBanner } from './banner.js';
import type { Bootstrap } from './bootstrap.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
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

  /** Sets the application up and starts it. Where a step fails, what was started before it is stopped, and the failure is thrown. */
  static async start<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C, settings: ServiceSettings = {}): Promise<Service> {
    announce(bootstrap);
    const { environment, requestMetrics } = await setUpEnvironment(bootstrap, configuration);
    const server = buildServer(environment, configuration, { ...settings, requestMetrics });
    await server.start();
    const service = new Service(environment, server);
    try {
      await environment.tellStarted(server);
    } catch (thrown) {
      await service.stop();
      throw thrown;
    }
    return service;
  }

  /** Stops in order; never throws. A second call waits for the first. */
  stop(): Promise<void> {
    return this.server.stop();
  }
}

export interface ServiceSettings {
  /** In place of the connectors' own, for tests. */
  readonly engine?: Engine | undefined;
}

/** The start-up line, and the banner after it as it is. */
function announce({ application, output }: Pick<Bootstrap, 'application' | 'output'>): void {
  log.info('Starting %s', application.name);
  const banner = readBanner(application.banner);
  if (banner === undefined) return;
  loggerTree.flushSync();
  output.print(banner);
}

interface ServerSettings extends ServiceSettings {
  readonly requestMetrics: RequestMetrics | undefined;
}

function buildServer(environment: Environment, configuration: Configuration, { engine, requestMetrics }: ServerSettings): Server {
  const { admin, healthChecks, lifecycle, name, resources } = environment;
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
  });
  return server;
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
    .handler((exchange) => sendError(exchange, 404));
}
