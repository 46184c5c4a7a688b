export {
  ConfigurationClassError,
  ConfigurationError,
  ConfigurationOverrideError,
  ConfigurationParsingError,
  ConfigurationSourceError,
  ConfigurationValidationError,
} from './configuration-error.js';
export type { Finding } from './configuration-error.js';
export { configurationSchema } from './configuration-schema.js';
export type { JsonSchema } from '../values/json-schema.js';
export { loadConfiguration } from './configuration-loader.js';
export type { ConfigurationClass, LoadSettings, LoadedConfiguration } from './configuration-loader.js';
export { FileConfigurationSource, TextConfigurationSource } from './configuration-source.js';
export type { ConfigurationSource } from './configuration-source.js';
export type { ConfigurationNode, ListNode, MapEntry, MapNode, Origin, Original, ScalarNode } from './configuration-tree.js';
export type { Override } from './override.js';
export type { Variables } from './substitute.js';
export type { ConfigurationValidator } from './validate.js';
export { configurationYaml } from './configuration-yaml.js';
export type { YamlOptions } from './configuration-yaml.js';
