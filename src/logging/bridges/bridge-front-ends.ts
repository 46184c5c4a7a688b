import type { Bridge } from './bridge.js';
import { bridgeConsole } from './console-bridge.js';
import { bridgeDebuglog } from './debuglog-bridge.js';
import { bridgeWarnings } from './warning-bridge.js';

/** Leads everything that Node itself offers for logging into our lines: console, warnings and debuglog. */
export function bridgeFrontEnds(): Bridge {
  const bridges = [bridgeConsole(), bridgeWarnings(), bridgeDebuglog()];
  return {
    remove() {
      for (const bridge of bridges.toReversed()) bridge.remove();
    },
  };
}
