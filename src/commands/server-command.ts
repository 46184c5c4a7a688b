import { Command } from '../application/bootstrap.js';
import type { Bootstrap } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import { Service } from '../application/service.js';
import { stopOnSignals } from '../lifecycle/shutdown-signals.js';
import { bridgeFrontEnds } from '../logging/bridges/bridge-front-ends.js';
import { loggerTree } from '../logging/get-logger.js';
import { loadFor } from './configured-command.js';
import { LoggedFailure } from './logged-failure.js';

/** `server`: starts the service and lets it run until it is told to stop. */
export class ServerCommand<C extends Configuration = Configuration> extends Command<C> {
  override readonly needsConfiguration = true;
  override readonly keepsRunning = true;

  constructor() {
    super('server', 'Runs the application as an HTTP server');
  }

  override async run(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void> {
    const interruption = new AbortController();
    let starting: Promise<Service> | undefined;
    // From the first moment: a signal or an uncaught exception may come before there is anything to stop.
    const ignoreSignals = stopOnSignals(async () => {
      interruption.abort();
      const service = await starting?.catch(() => undefined);
      await service?.stop();
    });
    try {
      const { configuration } = await loadFor(bootstrap, args);
      if (interruption.signal.aborted) return await theEnd();
      await loggerTree.configure(configuration.logging, bootstrap.application.name);
      starting = startBridged(bootstrap, configuration, interruption.signal);
      await starting;
    } catch (thrown) {
      if (interruption.signal.aborted) return theEnd();
      ignoreSignals();
      // After the close nothing is known of where the lines went.
      const told = starting === undefined ? thrown : LoggedFailure.ifOnConsole(thrown);
      await loggerTree.close();
      throw told;
    }
  }
}

/** Starts the service with `console.*` and process warnings routed to its log. */
async function startBridged<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C, signal: AbortSignal): Promise<Service> {
  const frontEnds = bridgeFrontEnds();
  try {
    return await Service.start(bootstrap, configuration, { signal });
  } catch (thrown) {
    frontEnds.remove();
    throw thrown;
  }
}

/** Never resolves: the signal handler is about to end the process, and nothing may run after `run` until then. */
function theEnd(): Promise<never> {
  return new Promise(() => {});
}
