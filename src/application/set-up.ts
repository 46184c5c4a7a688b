import type { RequestMetrics } from '../metrics/request-metrics.js';
import type { Bootstrap } from './bootstrap.js';
import type { Configuration } from './configuration.js';
import { Environment } from './environment.js';

/** An environment that bundles and application have filled. */
export interface SetUp {
  readonly environment: Environment;
  /** What the server tells of its requests, where they are measured. */
  readonly requestMetrics: RequestMetrics | undefined;
}

/** Makes the environment and has it filled: by the bundles in the order added, then by the application. Nothing is started. */
export async function setUpEnvironment<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C): Promise<SetUp> {
  const { application, clock, healthChecks, mapper, metrics, validator } = bootstrap;
  const environment = new Environment({ name: application.name, clock, healthChecks, mapper, metrics, validator });
  const serviceMetrics = environment.lifecycle.manage(configuration.metrics.configure(metrics));
  const deadlocks = configuration.health.configure(healthChecks);
  if (deadlocks !== undefined) environment.lifecycle.manage(deadlocks);
  for (const bundle of bootstrap.bundles) await bundle.run?.(configuration, environment);
  await application.run(configuration, environment);
  return { environment, requestMetrics: serviceMetrics.requests };
}
