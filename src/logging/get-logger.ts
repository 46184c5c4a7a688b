import { bootstrapSetup } from './bootstrap-setup.js';
import { LoggerTree } from './logger-tree.js';
import type { Logger } from './logger.js';

/** The loggers of this process; until they are configured, WARN and above go to the console. */
export const loggerTree = new LoggerTree(() => bootstrapSetup());

/**
 * The logger of a name, or of a class by its name; asking again gives the same one.
 *
 * @example const log = getLogger('com.example.Orders');
 */
export function getLogger(name: string | (abstract new (...args: never[]) => unknown)): Logger {
  return loggerTree.get(typeof name === 'string' ? name : name.name);
}
