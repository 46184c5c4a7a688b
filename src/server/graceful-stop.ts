import type { Duration } from '../values/duration.js';
import type { Listener } from './engines/engine.js';

/** Closes listeners to new connections, waits for the requests under way, and cuts off what is left after the period. Yields how many those were. */
export async function drainWithin(listeners: readonly Listener[], period: Duration): Promise<number> {
  // Not AbortSignal.timeout: its timer would not keep the process alive while only it is waited for.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), period.toMilliseconds());
  try {
    await Promise.all(listeners.map((listener) => listener.stopAccepting()));
    const reports = await Promise.all(listeners.map((listener) => listener.drain(deadline.signal)));
    return reports.reduce((sum, { cutOff }) => sum + cutOff, 0);
  } finally {
    clearTimeout(timer);
  }
}
