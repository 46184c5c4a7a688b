import type { Server } from '../server/server.js';
import type { Bootstrap } from './bootstrap.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { startUp } from './start-up.js';
import type { ServiceSettings, StartedService } from './start-up.js';

/**
 * An application that runs: its environment, and the server that answers for it.
 *
 * ```
 *   start   bundles' run ─► application's run ─► resources are compiled ─► managed objects start ─► ports open
 *   stop    ports refuse and drain ─► managed objects stop, in reverse
 * ```
 */
export class Service {
  readonly environment: Environment;
  readonly server: Server;

  private constructor({ environment, server }: StartedService) {
    this.environment = environment;
    this.server = server;
  }

  /**
   * Sets the application up and starts it. If a step fails, what is open is stopped and a {@link ServiceStartError} says why. If the signal of the
   * settings is aborted first, what is open is stopped and a {@link StartInterruptedError} is thrown.
   */
  static async start<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C, settings: ServiceSettings = {}): Promise<Service> {
    return new Service(await startUp(bootstrap, configuration, settings));
  }

  /** Stops in order; never throws. A second call waits for the first. */
  stop(): Promise<void> {
    return this.server.stop();
  }
}
