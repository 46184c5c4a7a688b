/** Where logging takes the time from; tests use their own. */
export interface LoggingClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once at that time or soon after it, without keeping the process alive. */
  schedule(time: number, callback: () => void): ScheduledCall;
}

/** A scheduled call, which can be cancelled. */
export interface ScheduledCall {
  cancel(): void;
}

// Node's timers measure elapsed time, not the wall clock, and at most 2^31-1 ms: hence short naps and another look at the clock.
const longestNap = 60_000;

/** The machine's clock. */
export const systemClock: LoggingClock = {
  now: Date.now,
  schedule(time, callback) {
    let timer: NodeJS.Timeout;
    const nap = (): void => {
      const left = time - Date.now();
      if (left <= 0) callback();
      else timer = setTimeout(nap, Math.min(left, longestNap)).unref();
    };
    timer = setTimeout(nap, Math.max(0, Math.min(time - Date.now(), longestNap))).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};
