import type { RequestMetrics } from '../metrics/request-metrics.js';
import { blamed } from './blame.js';
import type { Bootstrap } from './bootstrap.js';
import type { Configuration } from './configuration.js';
import { Environment } from './environment.js';

/** An environment that holds what every service has; bundles and application are still to fill it. */
export interface SetUp {
  readonly environment: Environment;
  /** Measures the server's requests; undefined if that is switched off. */
  readonly requestMetrics: RequestMetrics | undefined;
}

/** Creates the environment. Whatever is given to its lifecycle from here on must be stopped, even if {@link fillEnvironment} fails. */
export function createEnvironment<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C): SetUp {
  const { application, clock, healthChecks, mapper, metrics, validator } = bootstrap;
  const environment = new Environment({ name: application.name, clock, healthChecks, mapper, metrics, validator });
  const serviceMetrics = environment.lifecycle.manage(configuration.metrics.configure(metrics));
  const deadlocks = configuration.health.configure(healthChecks);
  if (deadlocks !== undefined) environment.lifecycle.manage(deadlocks);
  return { environment, requestMetrics: serviceMetrics.requests };
}

/** Runs the bundles in the order added, then the application. Nothing is started. */
export async function fillEnvironment<C extends Configuration>(
  environment: Environment,
  { application, bundles }: Bootstrap<C>,
  configuration: C,
): Promise<void> {
  for (const bundle of bundles) await running(bundle, configuration, () => bundle.run?.(configuration, environment));
  await running(application, configuration, () => application.run(configuration, environment));
}

async function running(owner: object, configuration: object, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    throw blamed({ owner, method: 'run' }, thrown, configuration);
  }
}
