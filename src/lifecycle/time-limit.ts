import type { Duration } from '../values/duration.js';

/** Waits for the work, but no longer than the limit: then `'late'`. What the work throws, it throws. */
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
