export { CheckCommand } from './check-command.js';
export { ConfiguredCommand } from './configured-command.js';
export { EnvironmentCommand } from './environment-command.js';
export { run } from './run.js';
export type { RunSettings } from './run.js';
export { SchemaCommand } from './schema-command.js';
export { ServerCommand } from './server-command.js';
export { ShowConfigCommand } from './show-config-command.js';
