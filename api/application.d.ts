// application/application
export declare abstract class Application<C extends Configuration = Configuration> implements RunnableApplication<C> {
  readonly configurationClass: ConfigurationClass<C>;
  constructor(...[configurationClass]: Configuration extends C ? [configurationClass?: ConfigurationClass<C>] : [configurationClass: ConfigurationClass<C>]);
  get name(): string;
  get banner(): URL | undefined;
  initialize(_bootstrap: Bootstrap<C>): void | undefined;
  abstract run(configuration: C, environment: Environment): void | Promise<void>;
}

// application/command-syntax
export interface ArgumentSettings {
  readonly choices?: readonly string[];
  readonly default?: string;
}

// application/bootstrap
export declare class Bootstrap<C extends Configuration = Configuration> {
  readonly application: RunnableApplication<C>;
  readonly subtypes: Subtypes;
  configurationSource: ConfigurationSource;
  variables: Variables;
  overrides: readonly Override[];
  mapper: JsonMapper;
  validator: Validator;
  metrics: MetricRegistry;
  healthChecks: HealthCheckRegistry;
  clock: Clock;
  output: Output;
  constructor(application: RunnableApplication<C>);
  addBundle<Demanded>(bundle: Bundle<Demanded> & Provides<C, Demanded>): void;
  addCommand(command: Command<C>): void;
  replaceCommand(command: Command<C>): void;
  get bundles(): readonly Bundle<C>[];
  get commands(): readonly Command<C>[];
}

// application/bootstrap
export interface Bundle<C = unknown> {
  readonly name?: string;
  initialize?(bootstrap: Bootstrap): void | undefined;
  run?(configuration: C, environment: Environment): void | Promise<void>;
}

// application/bootstrap
export declare abstract class Command<C extends Configuration = Configuration> {
  readonly name: string;
  readonly description: string;
  readonly needsConfiguration: boolean;
  readonly keepsRunning: boolean;
  constructor(name: string, description: string);
  configure(_syntax: CommandSyntax): void;
  abstract run(bootstrap: Bootstrap<C>, args: CommandArguments): void | Promise<void>;
}

// application/command-syntax
export declare class CommandArguments {
  constructor(given: ReadonlyMap<string, unknown>);
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

// application/command-syntax
export interface CommandSyntax {
  argument(form: string, description: string, settings?: ArgumentSettings): this;
  option(form: string, description: string, settings?: OptionSettings): this;
  help(text: string): this;
}

// application/configuration
export declare class Configuration {
  server: ServerFactory;
  logging: LoggingFactory;
  metrics: MetricsFactory;
  health: HealthFactory;
  auth: AuthFactory;
  admin: AdminFactory;
  openapi: OpenApiFactory;
}

// application/server-sections
export declare class DefaultServerFactory extends DefaultServerFactory_base {
}

// application/environment
export declare class Environment {
  readonly name: string;
  readonly resources: ResourceRegistry;
  readonly auth: AuthRegistry;
  readonly admin: AdminRegistry;
  readonly healthChecks: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  readonly lifecycle: Lifecycle;
  readonly clock: Clock;
  readonly mapper: JsonMapper;
  readonly validator: Validator;
  readonly application: PortRegistry;
  readonly topics: TopicRegistry;
  constructor(parts: EnvironmentParts);
  get handlers(): never;
  whenStarted(listener: StartListener): void;
  tellStarted(server: Server): Promise<void>;
}

// application/environment
export interface EnvironmentParts {
  readonly name: string;
  readonly healthChecks: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  readonly mapper: JsonMapper;
  readonly validator: Validator;
  readonly clock?: Clock;
}

// application/command-syntax
export interface OptionSettings extends ArgumentSettings {
  readonly required?: boolean;
  readonly repeatable?: boolean;
}

// application/output
export interface Output {
  print(text: string): void;
  printError(text: string): void;
}

// application/bootstrap
export type Provides<C, Demanded> = [C] extends [Demanded] ? unknown : {
  readonly 'the configuration class lacks what this bundle demands': Demanded;
};

// application/bootstrap
export interface RunnableApplication<C extends Configuration> {
  readonly name: string;
  readonly banner: URL | undefined;
  readonly configurationClass: ConfigurationClass<C>;
  run(configuration: C, environment: Environment): void | Promise<void>;
}

// application/service
export declare class Service {
  readonly environment: Environment;
  readonly server: Server;
  static start<C extends Configuration>(bootstrap: Bootstrap<C>, configuration: C, settings?: ServiceSettings): Promise<Service>;
  stop(): Promise<void>;
}

// application/start-up
export interface ServiceSettings {
  readonly engine?: Engine | undefined;
  readonly signal?: AbortSignal | undefined;
}

// application/service-start-error
export declare class ServiceStartError extends Error {
  readonly service: string;
  readonly name = "ServiceStartError";
  readonly code = "KEELSON_START_FAILED";
  constructor(service: string, cause: unknown);
}

// application/server-sections
export declare class SimpleServerFactory extends SimpleServerFactory_base {
}

// application/environment
export type StartListener = (server: Server) => void | Promise<void>;

// application/output
export declare const processOutput: Output;
