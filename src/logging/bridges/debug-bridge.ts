import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import { readMessage } from '../log-message.js';
import type { Logger } from '../logger.js';
import { isError, summaryOf } from '../value-text.js';
import type { Bridge } from './bridge.js';
import { writeBridged } from './bridged-line.js';

/** The parts of the package `debug` that the bridge replaces. */
export interface DebugPackage {
  log?(this: { readonly namespace: string }, ...args: unknown[]): unknown;
  formatArgs?(this: { readonly namespace: string }, args: unknown[]): void;
  coerce?(this: void, value: unknown): unknown;
}

/**
 * Writes the lines of the package `debug` at DEBUG to the logger of the namespace, with dots for its colons. What is enabled stays decided by the
 * environment variable DEBUG and `debug.enable()`.
 *
 * @example bridgeDebug(debug)
 */
export function bridgeDebug(debug: DebugPackage, loggerFor: (name: string) => Logger = getLogger): Bridge {
  const before = (['log', 'formatArgs', 'coerce'] as const).map((name) => [name, Object.getOwnPropertyDescriptor(debug, name)] as const);
  const { coerce } = debug;
  let onlyError: Error | undefined;
  // Debug turns an error in the first place into its stack, just before it formats and logs.
  debug.coerce = (value) => {
    onlyError = isError(value) ? value : undefined;
    return coerce === undefined ? value : coerce(value);
  };
  // Without this, debug would add colours, the namespace and times of its own.
  debug.formatArgs = () => {};
  debug.log = function write(message: unknown, ...args: unknown[]): void {
    const { text, error } = onlyError === undefined ? readMessage(message, args) : { text: summaryOf(onlyError), error: onlyError };
    onlyError = undefined;
    writeBridged(loggerFor(this.namespace.replaceAll(':', '.')), { level: Level.DEBUG, message: text, error });
  };
  return {
    remove() {
      for (const [name, descriptor] of before) {
        if (descriptor === undefined) delete debug[name];
        else Object.defineProperty(debug, name, descriptor);
      }
    },
  };
}
