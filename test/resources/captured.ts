import { Level } from '../../src/logging/level.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

/** Waits for something that happens soon, such as a line that is logged after its request was answered. */
export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs the work with all lines going to memory, then leaves logging as it was; yields what the work yields. */
export async function capturing<T>(work: (lines: CapturedLogs) => T | Promise<T>): Promise<T> {
  using lines = CapturedLogs.start({ level: Level.DEBUG });
  return await work(lines);
}
