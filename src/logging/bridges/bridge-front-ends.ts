import type { Bridge } from './bridge.js';
import { bridgeConsole } from './console-bridge.js';
import { bridgeDebuglog } from './debuglog-bridge.js';
import { bridgeWarnings } from './warning-bridge.js';

/** Writes what Node itself offers for logging to loggers: the console, warnings and debuglog. */
export function bridgeFrontEnds(): Bridge {
  const bridges = [bridgeConsole(), bridgeWarnings(), bridgeDebuglog()];
  return {
    remove() {
      for (const bridge of bridges.toReversed()) bridge.remove();
    },
  };
}
