import type { Bootstrap } from './bootstrap.js';
import type { Configuration } from './configuration.js';
import { Environment } from './environment.js';

/** Makes the environment and has it filled: by the bundles in the order added, then by the application. */
export async function setUpEnvironment<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C): Promise<Environment> {
  const { application, healthChecks, mapper, metrics, validator } = bootstrap;
  const environment = new Environment({ name: application.name, healthChecks, mapper, metrics, validator });
  for (const bundle of bootstrap.bundles) await bundle.run?.(configuration, environment);
  await application.run(configuration, environment);
  return environment;
}
