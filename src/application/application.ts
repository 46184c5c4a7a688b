import type { ConfigurationClass } from '../configuration/configuration-loader.js';
import type { Bootstrap, RunnableApplication } from './bootstrap.js';
import { Configuration } from './configuration.js';
import type { Environment } from './environment.js';

/**
 * A service: what a user of Keelson writes first. It is started by `run(new HelloApplication())`.
 *
 * The configuration class is given to the constructor, so that the compiler holds it against `C`; an application that needs no keys of its
 * own leaves both out.
 *
 * @example
 * class HelloApplication extends Application<HelloConfiguration> {
 *   constructor() { super(HelloConfiguration); }
 *   override run(configuration: HelloConfiguration, environment: Environment) {
 *     environment.resources.register(new HelloResource(configuration.template));
 *   }
 * }
 */
export abstract class Application<C extends Configuration = Configuration> implements RunnableApplication<C> {
  /** The class that the configuration is read into. */
  readonly configurationClass: ConfigurationClass<C>;

  constructor(
    ...[configurationClass]: Configuration extends C
      ? [configurationClass?: ConfigurationClass<C>]
      : [configurationClass: ConfigurationClass<C>]
  ) {
    // Left out, C is Configuration itself: the parameter's type says so.
    this.configurationClass = configurationClass ?? (Configuration as unknown as ConfigurationClass<C>);
  }

  /** What the application is called in logs and help; the class's name unless overridden. */
  get name(): string {
    return this.constructor.name;
  }

  /**
   * A file whose text is printed at start-up, after the first line; undefined to look for `banner.txt` beside the main module and in the
   * folders above it, up to the one with package.json.
   */
  get banner(): URL | undefined {
    return undefined;
  }

  /** Before the command line is read: adds bundles, commands, and classes that a section's `type` can choose. */
  initialize(_bootstrap: Bootstrap<C>): void | undefined {}

  /** When the configuration is known to be valid: registers resources, health checks, tasks and whatever else the service is made of. */
  abstract run(configuration: C, environment: Environment): void | Promise<void>;
}
