import { constants } from 'node:os';

import type { Bootstrap } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import type { Environment } from '../application/environment.js';
import { createEnvironment, fillEnvironment } from '../application/set-up.js';
import { stopOnSignals } from '../lifecycle/shutdown-signals.js';
import { ConfiguredCommand } from './configured-command.js';

/**
 * A command that needs what the application sets up: it runs after the bundles' `run` and the application's own. No server is started, and no
 * managed object. Whatever they opened and gave to `environment.lifecycle` is closed when the command ends, fails or is interrupted.
 */
export abstract class EnvironmentCommand<C extends Configuration = Configuration> extends ConfiguredCommand<C> {
  protected override async runConfigured(configuration: C, bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void> {
    const { environment } = createEnvironment(bootstrap, configuration);
    let interrupted = false;
    const ignoreSignals = stopOnSignals(
      () => {
        interrupted = true;
        return environment.lifecycle.stop();
      },
      (signal) => 128 + constants.signals[signal],
    );
    try {
      await fillEnvironment(environment, bootstrap, configuration);
      await this.runInEnvironment(environment, configuration, args);
    } finally {
      // The signal handler ends the process. Until then a command that fails because everything is being closed has nothing to tell.
      if (interrupted) await new Promise(() => {});
      ignoreSignals();
      await environment.lifecycle.stop();
    }
  }

  /** Does the work, with the environment set up. */
  protected abstract runInEnvironment(environment: Environment, configuration: C, args: CommandArguments): void | Promise<void>;
}
