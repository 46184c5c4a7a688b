import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import { readMessage } from '../log-message.js';
import type { Logger } from '../logger.js';
import type { Bridge } from './bridge.js';
import { sayBridged } from './bridged-line.js';

/** What the package `debug` offers to those who want its lines elsewhere. */
export interface DebugPackage {
  log?(this: { readonly namespace: string }, ...args: unknown[]): unknown;
  formatArgs?(this: { readonly namespace: string }, args: unknown[]): void;
}

/**
 * Leads the package `debug` into our lines at DEBUG, under the namespace with dots for its colons. What speaks is decided as ever, by the
 * environment variable DEBUG or `debug.enable()`.
 *
 * @example bridgeDebug(debug)
 */
export function bridgeDebug(debug: DebugPackage, loggerFor: (name: string) => Logger = getLogger): Bridge {
  const before = (['log', 'formatArgs'] as const).map((name) => [name, Object.getOwnPropertyDescriptor(debug, name)] as const);
  // Else it would add its own colours, namespace and times.
  debug.formatArgs = () => {};
  debug.log = function say(message: unknown, ...args: unknown[]): void {
    const { text, error } = readMessage(message, args);
    sayBridged(loggerFor(this.namespace.replaceAll(':', '.')), { level: Level.DEBUG, message: text, error });
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
