import { getLogger } from '../get-logger.js';
import type { Logger } from '../logger.js';
import { isError } from '../value-text.js';
import type { Bridge } from './bridge.js';

/**
 * Logs the uncaught exception or unhandled rejection that is about to end the process. What Node does then does not change; the line is written before
 * the process ends.
 */
export function bridgeUncaught(logger: Logger = getLogger('process.uncaught')): Bridge {
  const report = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const what = origin === 'unhandledRejection' ? 'Unhandled rejection' : 'Uncaught exception';
    if (isError(thrown)) logger.error(what, thrown);
    else logger.error(`${what}: %s`, thrown);
  };
  process.on('uncaughtExceptionMonitor', report);
  return { remove: () => void process.off('uncaughtExceptionMonitor', report) };
}
