import { bootstrapSetup } from './bootstrap-setup.js';
import { loggerTree } from './get-logger.js';
import { Level } from './level.js';

/**
 * Puts logging into the state before any configuration: that level (WARN where not given) and above to the console. It is the state in which a
 * process begins; the call is for those who want another level, or the state back.
 */
export async function bootstrapLogging(level: Level = Level.WARN): Promise<void> {
  await loggerTree.apply(bootstrapSetup(level));
}
