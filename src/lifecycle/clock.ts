import { systemClock } from '../logging/logging-clock.js';
import type { LoggingClock, ScheduledCall } from '../logging/logging-clock.js';

/** Where a service takes the time from; tests put one in its place that they move themselves. */
export interface Clock extends LoggingClock {
  /** Milliseconds that only ever grow, whatever is done to the clock on the wall. */
  elapsed(): number;
  /** Calls back once when that many milliseconds have passed. */
  after(milliseconds: number, callback: () => void): ScheduledCall;
}

/** The machine's clock, with its timers. */
export const machineClock: Clock = {
  ...systemClock,
  elapsed: () => performance.now(),
  after(milliseconds, callback) {
    let timer: NodeJS.Timeout;
    // Node's timers hold at most 2^31-1 milliseconds, about 24 days: longer waits are made of several.
    const wait = (left: number): void => {
      const step = Math.min(left, longestTimer);
      timer = setTimeout(() => (left > step ? wait(left - step) : callback()), step);
    };
    wait(milliseconds);
    return { cancel: () => clearTimeout(timer) };
  },
};

const longestTimer = 2 ** 31 - 1;
