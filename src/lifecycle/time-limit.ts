import { Duration } from '../values/duration.js';

/** Waits for the work, but no longer than the limit, and then resolves with `'late'`. Rethrows what the work throws. */
export async function within<T>(limit: Duration, work: () => T | Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limit.toMilliseconds());
  });
  try {
    return await Promise.race([Promise.resolve().then(work), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Half of a limit, in whole seconds where that is exact. */
export function halfOf(limit: Duration): Duration {
  const milliseconds = Math.ceil(limit.toMilliseconds() / 2);
  return milliseconds % 1000 === 0 ? Duration.seconds(milliseconds / 1000) : Duration.milliseconds(milliseconds);
}
