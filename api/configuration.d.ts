// configuration/configuration-loader
export type ConfigurationClass<C extends object> = new () => C;

// configuration/configuration-error
export declare class ConfigurationClassError extends ConfigurationError {
  readonly name = "ConfigurationClassError";
  readonly code = "KEELSON_CONFIGURATION_CLASS";
}

// configuration/configuration-error
export declare abstract class ConfigurationError extends Error {
  abstract readonly code: string;
}

// configuration/configuration-tree
export type ConfigurationNode = ScalarNode | ListNode | MapNode | UnreadableNode;

// configuration/configuration-error
export declare class ConfigurationOverrideError extends ConfigurationError {
  readonly problems: readonly string[];
  readonly name = "ConfigurationOverrideError";
  readonly code = "KEELSON_CONFIGURATION_OVERRIDE";
  constructor(problems: readonly string[], message?: string);
}

// configuration/configuration-error
export declare class ConfigurationParsingError extends ConfigurationError {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly name = "ConfigurationParsingError";
  readonly code = "KEELSON_CONFIGURATION_MALFORMED";
  constructor(path: string, findings: readonly Finding[]);
}

// configuration/configuration-source
export interface ConfigurationSource {
  read(path: string): string | Promise<string>;
}

// configuration/configuration-error
export declare class ConfigurationSourceError extends ConfigurationError {
  readonly name = "ConfigurationSourceError";
  readonly code = "KEELSON_CONFIGURATION_UNREADABLE";
}

// configuration/configuration-error
export declare class ConfigurationValidationError extends ConfigurationError {
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly name = "ConfigurationValidationError";
  readonly code = "KEELSON_CONFIGURATION_INVALID";
  constructor(path: string, findings: readonly Finding[]);
}

// configuration/validate
export interface ConfigurationValidator {
  validate(object: object): readonly Violation[];
}

// configuration/configuration-source
export declare class FileConfigurationSource implements ConfigurationSource {
  constructor(openFile?: (path: string) => Promise<FileHandle>);
  read(path: string): Promise<string>;
}

// configuration/configuration-error
export interface Finding {
  readonly message: string;
  readonly position?: string | undefined;
  readonly suggestions?: readonly string[];
}

// values/json-schema
export type JsonSchema = Readonly<Record<string, unknown>>;

// configuration/configuration-tree
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigurationNode[];
  readonly origin: Origin;
  readonly original?: Original;
}

// configuration/configuration-loader
export interface LoadSettings {
  readonly source: ConfigurationSource;
  readonly subtypes: Subtypes;
  readonly validator: ConfigurationValidator;
  readonly overrides?: readonly Override[];
  readonly variables?: Variables;
}

// configuration/configuration-loader
export interface LoadedConfiguration<C extends object> {
  readonly configuration: C;
  readonly tree: MapNode;
  readonly path: string;
}

// configuration/configuration-tree
export interface MapEntry {
  readonly keyOrigin: Origin;
  readonly node: ConfigurationNode;
  readonly secret?: boolean;
}

// configuration/configuration-tree
export interface MapNode {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MapEntry>;
  readonly origin: Origin;
  readonly original?: Original;
  readonly defaultClass?: unknown;
}

// configuration/configuration-tree
export type Origin = {
  readonly kind: 'file';
  readonly line: number;
  readonly column: number;
}
| {
  readonly kind: 'substituted';
  readonly sources: readonly string[];
  readonly line: number;
  readonly column: number;
}
| {
  readonly kind: 'override';
  readonly path: string;
} | {
  readonly kind: 'default';
};

// configuration/configuration-tree
export interface Original {
  readonly value: unknown;
}

// configuration/override
export interface Override {
  readonly path: string;
  readonly value: string;
}

// configuration/configuration-tree
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly source: string;
  readonly origin: Origin;
  readonly original?: Original;
  readonly sensitive?: boolean;
}

// configuration/configuration-source
export declare class TextConfigurationSource implements ConfigurationSource {
  constructor(text: string);
  read(): string;
}

// configuration/substitute
export type Variables = Readonly<Record<string, string | undefined>>;

// configuration/configuration-yaml
export interface YamlOptions {
  readonly environment?: 'masked' | 'shown';
}

// configuration/configuration-schema
export declare function configurationSchema(type: Class, subtypes: Subtypes): JsonSchema;

// configuration/configuration-yaml
export declare function configurationYaml({ configuration, tree, path }: LoadedConfiguration<object>, options?: YamlOptions): string;

// configuration/configuration-loader
export declare function loadConfiguration<C extends object>(type: ConfigurationClass<C>, path: string | undefined, settings: LoadSettings): Promise<LoadedConfiguration<C>>;
