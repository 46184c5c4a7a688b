import { getLogger } from '../get-logger.js';
import type { Logger } from '../logger.js';
import type { Bridge } from './bridge.js';

/** Writes the warnings of `process.emitWarning` to the logger "process.warning"; Node then no longer prints them itself. */
export function bridgeWarnings(logger: Logger = getLogger('process.warning')): Bridge {
  const report = (warning: Error & { readonly code?: string; readonly detail?: string }): void => {
    const code = warning.code === undefined ? '' : `[${warning.code}] `;
    const detail = typeof warning.detail === 'string' ? `\n${warning.detail}` : '';
    logger.warn('%s', `${code}${warning.name}: ${warning.message}${detail}`);
  };
  // The listener that Node adds at start-up prints to standard error; it can only be recognized by its name.
  const printers = process.listeners('warning').filter((listener) => listener.name === 'onWarning');
  for (const printer of printers) process.off('warning', printer);
  process.on('warning', report);
  return {
    remove() {
      process.off('warning', report);
      for (const printer of printers) process.on('warning', printer);
    },
  };
}
