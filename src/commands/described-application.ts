import type { Bootstrap } from '../application/bootstrap.js';
import type { Configuration } from '../application/configuration.js';
import type { Environment } from '../application/environment.js';
import { createEnvironment, fillEnvironment } from '../application/set-up.js';
import { loadConfiguration } from '../configuration/configuration-loader.js';
import { ConsoleAppenderFactory } from '../logging/appenders/console-appender-factory.js';
import { loggerTree } from '../logging/get-logger.js';
import { Level } from '../logging/level.js';
import { LoggingFactory } from '../logging/logging-factory.js';

/** An application that was set up to be described; nothing in it is started. */
export interface DescribedApplication<C extends Configuration> {
  readonly environment: Environment;
  readonly configuration: C;
}

/**
 * Sets an application up, hands it to the work and closes what it opened. Without a file the defaults of the configuration class are taken as they
 * are, so that no secret is needed to describe a service. Warnings go to standard error: standard output is for the description.
 */
export async function describeApplication<C extends Configuration>(
  bootstrap: Bootstrap<C>,
  file: string | undefined,
  work: (application: DescribedApplication<C>) => void | Promise<void>,
): Promise<void> {
  const { configuration } = await loadConfiguration(bootstrap.application.configurationClass, file, {
    source: bootstrap.configurationSource,
    subtypes: bootstrap.subtypes,
    validator: file === undefined ? { validate: () => [] } : bootstrap.validator,
    overrides: bootstrap.overrides,
    variables: bootstrap.variables,
  });
  await loggerTree.configure(warningsToStandardError(), bootstrap.application.name);
  const { environment } = createEnvironment(bootstrap, configuration);
  try {
    await fillEnvironment(environment, bootstrap, configuration);
    await work({ environment, configuration });
  } finally {
    await environment.lifecycle.stop();
    await loggerTree.close();
  }
}

function warningsToStandardError(): LoggingFactory {
  const logging = new LoggingFactory();
  logging.level = Level.WARN;
  logging.appenders = [Object.assign(new ConsoleAppenderFactory(), { target: 'stderr' })];
  return logging;
}
