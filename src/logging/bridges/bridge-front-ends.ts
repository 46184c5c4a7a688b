import type { Bridge } from './bridge.js';
import { bridgeConsole } from './console-bridge.js';
import { bridgeDebuglog } from './debuglog-bridge.js';
import { bridgeUncaught } from './uncaught-bridge.js';
import { bridgeWarnings } from './warning-bridge.js';

/** Leads everything that Node itself offers for logging into our lines: console, warnings, debuglog, and what nobody caught. */
export function bridgeFrontEnds(): Bridge {
  const bridges = [bridgeConsole(), bridgeWarnings(), bridgeDebuglog(), bridgeUncaught()];
  return {
    remove() {
      for (const bridge of bridges.toReversed()) bridge.remove();
    },
  };
}
