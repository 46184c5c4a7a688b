import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { loggerTree } from '../../src/logging/get-logger.js';
import { Level } from '../../src/logging/level.js';

/** Keeps what is logged while the function runs, and keeps it off the console. */
export async function capturedLog(run: () => unknown, level: Level = Level.INFO): Promise<MemoryAppender> {
  const appender = new MemoryAppender();
  await loggerTree.apply({ level, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() });
  try {
    await run();
  } finally {
    await loggerTree.close();
  }
  return appender;
}
