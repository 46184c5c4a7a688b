import { forgottenIn } from '../contract/forgotten-annotations.js';
import { StartInterruptedError } from '../lifecycle/lifecycle-errors.js';
import { logStartFailure, tellIfSlow } from '../lifecycle/start-progress.js';
import { halfOf, within } from '../lifecycle/time-limit.js';
import { getLogger, loggerTree } from '../logging/get-logger.js';
import type { Engine } from '../server/engines/engine.js';
import type { Server } from '../server/server.js';
import type { Duration } from '../values/duration.js';
import { readBanner } from './banner.js';
import type { Bootstrap } from './bootstrap.js';
import { CertificatesHealthCheck } from './certificates-health-check.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { buildPorts } from './ports.js';
import { ServiceStartError } from './service-start-error.js';
import { createEnvironment, fillEnvironment } from './set-up.js';
import type { SetUp } from './set-up.js';

const log = getLogger('keelson.application.Service');

/** What a service can be given when it is started without the command line. */
export interface ServiceSettings {
  /** In place of the connectors' own, for tests. */
  readonly engine?: Engine | undefined;
  /** Gives up the start when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** A service that has started. */
export interface StartedService {
  readonly environment: Environment;
  readonly server: Server;
}

/** Sets the application up and starts it, or undoes what was begun and throws. */
export async function startUp<C extends Configuration>(
  bootstrap: Bootstrap<C>,
  configuration: C,
  settings: ServiceSettings,
): Promise<StartedService> {
  const { name } = bootstrap.application;
  const progress = begin(bootstrap, configuration);
  const steps = takeSteps(progress, bootstrap, configuration, settings);
  try {
    return await Promise.race([steps, interrupted(settings.signal)]);
  } catch (thrown) {
    if (settings.signal?.aborted === true) {
      await giveUp(progress, steps, configuration.server.shutdownGracePeriod);
      throw new StartInterruptedError();
    }
    await (progress.server ?? progress.environment.lifecycle).stop();
    throw new ServiceStartError(name, thrown);
  }
}

/** How far the start has come: what there is to undo. */
interface StartProgress extends SetUp {
  server: Server | undefined;
  listens: boolean;
}

function begin<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C): StartProgress {
  try {
    announce(bootstrap);
    for (const doubt of forgottenIn(bootstrap.application.configurationClass)) log.warn('%s', doubt);
    const progress: StartProgress = { ...createEnvironment(bootstrap, configuration), server: undefined, listens: false };
    // Before run(), so that the application can replace it.
    progress.environment.admin.addTask('reload-ssl', async (_parameters, output) => {
      await progress.server?.reloadCertificates();
      output.println('Reloaded certificate configuration');
    });
    return progress;
  } catch (thrown) {
    logStartFailure(log, bootstrap.application.name, thrown);
    throw new ServiceStartError(bootstrap.application.name, thrown);
  }
}

async function takeSteps<C extends Configuration>(
  progress: StartProgress,
  bootstrap: Bootstrap<C>,
  configuration: C,
  { engine, signal }: ServiceSettings,
): Promise<StartedService> {
  const { environment } = progress;
  const { clock, name } = environment;
  const server = await logged(name, async () => {
    await tellIfSlow(fillEnvironment(environment, bootstrap, configuration), `run() of ${name}`, { log, clock });
    if (signal?.aborted === true) throw new StartInterruptedError();
    return buildServer(progress, configuration, engine);
  });
  progress.server = server;
  if (server.usesTls && !environment.healthChecks.names.includes('certificates'))
    environment.healthChecks.register('certificates', new CertificatesHealthCheck(server), { critical: false });
  environment.healthChecks.close();
  // Managed objects and ports that cannot be started are logged where they fail.
  await server.start();
  progress.listens = true;
  // What start listeners print must come after the log lines so far.
  loggerTree.flushSync();
  await logged(name, () => environment.tellStarted(server));
  return { environment, server };
}

/** Does a step of the start and logs what it throws. */
async function logged<T>(name: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof StartInterruptedError)) logStartFailure(log, name, thrown);
    throw thrown;
  }
}

/** Undoes an interrupted start. Until the ports are open, the grace period bounds all of it; from then on it is an ordinary stop. */
async function giveUp(progress: StartProgress, steps: Promise<unknown>, gracePeriod: Duration): Promise<void> {
  const { server, environment, listens } = progress;
  if (listens) return server?.stop();
  const undone = within(gracePeriod, async () => {
    // Only once run() has returned is it known what it opened. The other half of the time is for stopping that.
    if (server === undefined) await within(halfOf(gracePeriod), () => steps.catch(() => undefined));
    await (server ?? environment.lifecycle).stop();
  });
  if ((await undone) === 'late') log.error('The start could not be undone within %s; what is still open is left behind', gracePeriod);
}

/** Rejects when the signal is aborted; never resolves. */
function interrupted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const interrupt = (): void => reject(new StartInterruptedError());
    if (signal?.aborted === true) interrupt();
    else signal?.addEventListener('abort', interrupt, { once: true });
  });
}

/** Compiles the resources and builds the server; nothing is started. */
function buildServer({ environment, requestMetrics }: SetUp, configuration: Configuration, engine: Engine | undefined): Server {
  const { admin, clock, healthChecks, lifecycle, name, resources } = environment;
  admin.logSummary(configuration.admin);
  return configuration.server.build({
    name,
    ...buildPorts(environment, configuration),
    lifecycle,
    methods: resources.declaredMethods(),
    observer: requestMetrics,
    onStopping: () => healthChecks.refuseTraffic('the service is stopping'),
    engine,
    clock,
  });
}

/** The start-up line, and the banner after it as it is. */
function announce({ application, output }: Pick<Bootstrap, 'application' | 'output'>): void {
  log.info('Starting %s', application.name);
  const banner = readBanner(application.banner);
  if (banner === undefined) return;
  loggerTree.flushSync();
  output.print(banner);
}
