import type { ConfigurationClass } from '../configuration/configuration-loader.js';
import { FileConfigurationSource } from '../configuration/configuration-source.js';
import type { ConfigurationSource } from '../configuration/configuration-source.js';
import type { Override } from '../configuration/override.js';
import type { Variables } from '../configuration/substitute.js';
import { HealthCheckRegistry } from '../health/health-check-registry.js';
import { JsonMapper } from '../json/json-mapper.js';
import { Subtypes } from '../json/subtypes.js';
import { machineClock } from '../lifecycle/clock.js';
import type { Clock } from '../lifecycle/clock.js';
import { builtInAppenders, builtInLayouts } from '../logging/built-in-appenders.js';
import { MetricRegistry } from '../metrics/metric-registry.js';
import { builtInReporters } from '../metrics/reporters/built-in-reporters.js';
import { builtInConnectors } from '../server/built-in-connectors.js';
import { Validator } from '../validation/validator.js';
import { NameTakenError } from '../values/registration-errors.js';
import { initializeNow } from './blame.js';
import type { CommandArguments, CommandSyntax } from './command-syntax.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { processOutput } from './output.js';
import type { Output } from './output.js';
import { DefaultServerFactory, SimpleServerFactory } from './server-sections.js';

// Bootstrap, Bundle and Command name each other in their signatures, so they share this file.

/** What an application has before its configuration is read: `Application.initialize` can add to or replace everything here. */
export class Bootstrap<C extends Configuration = Configuration> {
  /** The classes that a section's `type` can choose: `bootstrap.subtypes.register(KafkaQueueFactory)`. */
  readonly subtypes: Subtypes = new Subtypes().register(
    ...builtInAppenders,
    ...builtInConnectors,
    ...builtInLayouts,
    ...builtInReporters,
    DefaultServerFactory,
    SimpleServerFactory,
  );
  /** Where the configuration's text comes from; a file unless replaced. */
  configurationSource: ConfigurationSource = new FileConfigurationSource();
  /** What `${NAME}` in the configuration is taken from. */
  variables: Variables = process.env;
  /** Settings given beside the file, as on the command line. */
  overrides: readonly Override[] = [];
  /** Reads and writes JSON bodies. */
  mapper: JsonMapper = new JsonMapper({ subtypes: this.subtypes });
  validator: Validator = new Validator();
  metrics: MetricRegistry = new MetricRegistry();
  healthChecks: HealthCheckRegistry = new HealthCheckRegistry();
  /** Where schedules and the request log take the time from. */
  clock: Clock = machineClock;
  /** Where commands print. */
  output: Output = processOutput;
  private readonly addedBundles: Bundle<C>[] = [];
  private readonly addedCommands = new Map<string, Command<C>>();

  constructor(readonly application: RunnableApplication<C>) {}

  /** Initialises the bundle now, and runs it before the application, in the order added. */
  addBundle<Demanded>(bundle: Bundle<Demanded> & Provides<C, Demanded>): void {
    // Provides makes the compiler refuse bundles that demand more than C has.
    const added = bundle as unknown as Bundle<C>;
    const { name } = added;
    if (this.addedBundles.includes(added) || this.addedBundles.some((other) => name !== undefined && other.name === name)) {
      throw new NameTakenError('bundle', name ?? added.constructor.name, 'add it once, or give one of them another name');
    }
    initializeNow({ owner: added, method: 'initialize' }, () => bundle.initialize?.(this));
    this.addedBundles.push(added);
  }

  /** Adds a command; refuses a second one of the same name. */
  addCommand(command: Command<C>): void {
    if (this.addedCommands.has(command.name)) {
      throw new NameTakenError(
        'command',
        command.name,
        'give one of them another name, or replace the first with bootstrap.replaceCommand()',
      );
    }
    this.addedCommands.set(command.name, command);
  }

  /** Adds a command in place of the one of that name, if there is one; built-in commands can be replaced too. */
  replaceCommand(command: Command<C>): void {
    this.addedCommands.set(command.name, command);
  }

  get bundles(): readonly Bundle<C>[] {
    return this.addedBundles;
  }

  get commands(): readonly Command<C>[] {
    return [...this.addedCommands.values()];
  }
}

/**
 * A reusable part of applications. Bundles are initialised when they are added and run in the order added, before the application itself.
 *
 * `C` is what the bundle demands of the configuration: an interface with the fields that it reads. A bundle that demands nothing leaves it out.
 *
 * @example
 * interface HasDatabase { readonly database: DatabaseFactory }
 * class DatabaseBundle implements Bundle<HasDatabase> {
 *   run({ database }: HasDatabase, environment: Environment) { environment.lifecycle.manage(database.build()); }
 * }
 */
export interface Bundle<C = unknown> {
  /** If given, a second bundle of that name is refused. */
  readonly name?: string;
  /** Called by `bootstrap.addBundle`, at once: the place to add further bundles, commands and subtypes. */
  initialize?(bootstrap: Bootstrap): void | undefined;
  /** Called before the application's own `run`. */
  run?(configuration: C, environment: Environment): void | Promise<void>;
}

/** `unknown` where the configuration has what the bundle demands; otherwise a type that nothing is assignable to, whose key says so. */
export type Provides<C, Demanded> = [C] extends [Demanded]
  ? unknown
  : { readonly 'the configuration class lacks what this bundle demands': Demanded };

/**
 * A word on the command line and what it does. Extend this class if the command needs no configuration, `ConfiguredCommand` if it does, and
 * `EnvironmentCommand` where everything that the application sets up is.
 *
 * @example
 * class GreetCommand extends Command {
 *   constructor() { super('greet', 'Greets somebody'); }
 *   override configure(syntax: CommandSyntax) { syntax.option('--name <name>', 'whom to greet', { required: true }); }
 *   override run(bootstrap: Bootstrap, args: CommandArguments) { bootstrap.output.print(`Hello ${args.text('name')}`); }
 * }
 */
export abstract class Command<C extends Configuration = Configuration> {
  /** Commands that read the configuration take its file as their first argument. */
  readonly needsConfiguration: boolean = false;
  /** Whether the process runs on after {@link run}, as that of a server does; otherwise it ends, whatever is still open. */
  readonly keepsRunning: boolean = false;

  constructor(
    readonly name: string,
    readonly description: string,
  ) {}

  /** Declares the arguments and options of the command; the configuration file is already declared if it is needed. */
  configure(_syntax: CommandSyntax): void {}

  /** Does the work; the process ends with 0 when it returns or resolves, with 1 when it throws or rejects. */
  abstract run(bootstrap: Bootstrap<C>, args: CommandArguments): void | Promise<void>;
}

/** What commands need of an application. */
export interface RunnableApplication<C extends Configuration> {
  readonly name: string;
  readonly banner: URL | undefined;
  readonly configurationClass: ConfigurationClass<C>;
  run(configuration: C, environment: Environment): void | Promise<void>;
}
