import type { Bootstrap } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import type { Environment } from '../application/environment.js';
import { setUpEnvironment } from '../application/set-up.js';
import { ConfiguredCommand } from './configured-command.js';

/**
 * A command that needs what the application sets up: bundles and the application's own `run` have been called before it. No server is
 * started, and neither are managed objects.
 */
export abstract class EnvironmentCommand<C extends Configuration = Configuration> extends ConfiguredCommand<C> {
  protected override async runConfigured(configuration: C, bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void> {
    const { environment } = await setUpEnvironment(bootstrap, configuration);
    await this.runInEnvironment(environment, configuration, args);
  }

  /** Does the work, with the environment set up. */
  protected abstract runInEnvironment(environment: Environment, configuration: C, args: CommandArguments): void | Promise<void>;
}
