import { systemClock } from '../logging/logging-clock.js';
import type { LoggingClock, ScheduledCall } from '../logging/logging-clock.js';

/** The time as a service sees it; tests replace it with one that they move themselves. */
export interface Clock extends LoggingClock {
  /** Milliseconds of a monotonic clock, unaffected by changes of the wall clock. */
  elapsed(): number;
  /** Calls back once, after that many milliseconds. */
  after(milliseconds: number, callback: () => void): ScheduledCall;
}

/** The machine's clock, with its timers. */
export const machineClock: Clock = {
  ...systemClock,
  elapsed: () => performance.now(),
  after(milliseconds, callback) {
    let timer: NodeJS.Timeout;
    // Node's timers are limited to 2^31-1 milliseconds, about 24 days, so longer waits use several.
    const wait = (left: number): void => {
      const step = Math.min(left, longestTimer);
      timer = setTimeout(() => (left > step ? wait(left - step) : callback()), step);
    };
    wait(milliseconds);
    return { cancel: () => clearTimeout(timer) };
  },
};

const longestTimer = 2 ** 31 - 1;
