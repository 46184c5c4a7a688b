import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';

import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import { readMessage } from '../log-message.js';
import type { Logger } from '../logger.js';
import type { Bridge } from './bridge.js';
import { writeBridged } from './bridged-line.js';

/**
 * Writes the lines of `util.debuglog` at DEBUG to the logger "debuglog." plus the section's name. A section is enabled if NODE_DEBUG names it, or if
 * the level of its logger is DEBUG.
 */
export function bridgeDebuglog(loggerFor: (name: string) => Logger = getLogger): Bridge {
  const removals = [replaceDebuglog(loggerFor)];
  if (process.env['NODE_DEBUG']) removals.push(interceptPrinted(loggerFor));
  return {
    remove() {
      for (const remove of removals) remove();
    },
  };
}

// For sections created from now on.
function replaceDebuglog(loggerFor: (name: string) => Logger): () => void {
  const original = util.debuglog;
  const replacement = (section: string, callback?: (debug: util.DebugLoggerFunction) => void): util.DebugLogger => {
    const logger = loggerFor(nameOf(section));
    const inNodeDebug = original(section).enabled;
    const debug = (message: string, ...args: unknown[]): void => {
      if (!inNodeDebug && !logger.isDebugEnabled()) return;
      const { text, error } = readMessage(message, args);
      writeBridged(logger, { level: Level.DEBUG, message: text, error });
    };
    callback?.(debug);
    return Object.defineProperty(debug, 'enabled', { get: () => inNodeDebug || logger.isDebugEnabled() }) as util.DebugLogger;
  };
  const mutable = util as { debuglog: unknown; debug: unknown };
  mutable.debuglog = replacement;
  mutable.debug = replacement;
  syncBuiltinESMExports();
  return () => {
    mutable.debuglog = original;
    mutable.debug = original;
    syncBuiltinESMExports();
  };
}

// Node's own sections, and those created earlier, print "SECTION pid: text" to standard error.
function interceptPrinted(loggerFor: (name: string) => Logger): () => void {
  const { stderr } = process;
  const own = Object.getOwnPropertyDescriptor(stderr, 'write');
  const original = stderr.write.bind(stderr);
  const printed = new RegExp(`^(\\S+) (?:\\x1b\\[\\d+m)?${process.pid}(?:\\x1b\\[\\d+m)?: ([^]*)\\n$`);
  stderr.write = ((...args: Parameters<typeof original>): boolean => {
    const found = typeof args[0] === 'string' ? printed.exec(args[0]) : null;
    if (found === null) return original(...args);
    writeBridged(loggerFor(nameOf(found[1]!)), { level: Level.DEBUG, message: found[2]! });
    return true;
  }) as typeof original;
  return () => {
    if (own !== undefined) Object.defineProperty(stderr, 'write', own);
    else delete (stderr as { write?: unknown }).write;
  };
}

function nameOf(section: string): string {
  return `debuglog.${section.toLowerCase()}`;
}
