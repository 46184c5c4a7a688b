import { bootstrapSetup } from './bootstrap-setup.js';
import { loggerTree } from './get-logger.js';
import { Level } from './level.js';

/**
 * Puts logging into the state before any configuration: the level (WARN by default) and above to the console. A process starts in this state; call this to
 * change the level, or to return to it.
 */
export async function bootstrapLogging(level: Level = Level.WARN): Promise<void> {
  await loggerTree.apply(bootstrapSetup(level));
}
