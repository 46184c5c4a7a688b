import { getLogger } from '../get-logger.js';
import { isError } from '../log-message.js';
import type { Logger } from '../logger.js';
import type { Bridge } from './bridge.js';

/**
 * Says what ended the process before it ends: an exception that nobody caught, or a rejection that nobody handled. What happens then stays as it
 * was, and the line is in the file by the time it does.
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
