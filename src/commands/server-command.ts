import { Command } from '../application/bootstrap.js';
import type { Bootstrap } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import { Service } from '../application/service.js';
import { stopOnSignals } from '../lifecycle/shutdown-signals.js';
import { bridgeFrontEnds } from '../logging/bridges/bridge-front-ends.js';
import { loggerTree } from '../logging/get-logger.js';
import { loadFor } from './configured-command.js';

/** `server`: starts the service, and lets it run until a signal tells it to stop. */
export class ServerCommand<C extends Configuration = Configuration> extends Command<C> {
  override readonly needsConfiguration = true;

  constructor() {
    super('server', 'Runs the application as an HTTP server');
  }

  override async run(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void> {
    const { configuration } = await loadFor(bootstrap, args);
    await loggerTree.configure(configuration.logging, bootstrap.application.name);
    const frontEnds = bridgeFrontEnds();
    const starting = Service.start(bootstrap, configuration);
    // A signal in the middle of the start waits for its end: what was begun can only be stopped once it is known.
    const ignoreSignals = stopOnSignals(async () => (await starting).stop());
    try {
      await starting;
    } catch (thrown) {
      ignoreSignals();
      frontEnds.remove();
      await loggerTree.close();
      throw thrown;
    }
  }
}
