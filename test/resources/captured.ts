import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { loggerTree } from '../../src/logging/get-logger.js';
import { Level } from '../../src/logging/level.js';

/** Waits for something that happens soon, such as a line that is logged after its request was answered. */
export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs the work with all lines going to memory, then leaves logging as it was. */
export async function capturing<T>(work: (lines: MemoryAppender) => T | Promise<T>): Promise<T> {
  const lines = new MemoryAppender();
  await loggerTree.apply({ level: Level.DEBUG, appenders: [{ threshold: Level.ALL, appender: lines }], loggers: new Map() });
  try {
    return await work(lines);
  } finally {
    await loggerTree.close();
  }
}
