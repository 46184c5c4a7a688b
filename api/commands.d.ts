// commands/api-command
export declare class ApiCommand extends Command {
  constructor();
  configure(syntax: CommandSyntax): void;
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/auth-command
export declare class AuthCommand extends Command {
  constructor();
  configure(syntax: CommandSyntax): void;
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/check-command
export declare class CheckCommand extends Command {
  readonly needsConfiguration = true;
  constructor();
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/configured-command
export declare abstract class ConfiguredCommand<C extends Configuration = Configuration> extends Command<C> {
  readonly needsConfiguration = true;
  run(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void>;
  protected abstract runConfigured(configuration: C, bootstrap: Bootstrap<C>, args: CommandArguments): void | Promise<void>;
}

// commands/contract-file
export declare class ContractBrokenError extends Error {
  readonly changes: readonly PlacedChange[];
  readonly name = "ContractBrokenError";
  readonly code = "KEELSON_CONTRACT_BROKEN";
  constructor(file: string, changes: readonly PlacedChange[]);
}

// commands/contract-file
export declare class ContractFileError extends Error {
  readonly name = "ContractFileError";
  readonly code = "KEELSON_CONTRACT_FILE";
}

// commands/environment-command
export declare abstract class EnvironmentCommand<C extends Configuration = Configuration> extends ConfiguredCommand<C> {
  protected runConfigured(configuration: C, bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void>;
  protected abstract runInEnvironment(environment: Environment, configuration: C, args: CommandArguments): void | Promise<void>;
}

// commands/explain-command
export declare class ExplainCommand extends Command {
  constructor();
  configure(syntax: CommandSyntax): void;
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/explain-command
export declare class ExplainUsageError extends Error {
  readonly name = "ExplainUsageError";
  readonly code = "KEELSON_EXPLAIN_USAGE";
}

// commands/openapi-command
export declare class OpenApiCommand extends Command {
  readonly needsConfiguration = true;
  constructor();
  configure(syntax: CommandSyntax): void;
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/contract-file
export interface PlacedChange extends BreakingChange {
  readonly source: string | undefined;
}

// commands/auth-command
export declare class RightsGainedError extends Error {
  readonly gains: readonly string[];
  readonly name = "RightsGainedError";
  readonly code = "KEELSON_RIGHTS_GAINED";
  constructor(file: string, gains: readonly string[]);
}

// commands/routes-command
export declare class RoutesCommand extends Command {
  readonly needsConfiguration = true;
  constructor();
  configure(syntax: CommandSyntax): void;
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/run
export interface RunSettings {
  readonly output?: Output;
}

// commands/schema-command
export declare class SchemaCommand extends Command {
  constructor();
  configure(syntax: CommandSyntax): void;
  run({ application, subtypes, output }: Bootstrap): void;
}

// commands/server-command
export declare class ServerCommand<C extends Configuration = Configuration> extends Command<C> {
  readonly needsConfiguration = true;
  readonly keepsRunning = true;
  constructor();
  run(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void>;
}

// commands/show-config-command
export declare class ShowConfigCommand extends Command {
  readonly needsConfiguration = true;
  constructor();
  configure(syntax: CommandSyntax): void;
  run(bootstrap: Bootstrap, args: CommandArguments): Promise<void>;
}

// commands/run
export declare function run<C extends Configuration>(application: Application<C>, args?: readonly string[], { output }?: RunSettings): Promise<number>;
