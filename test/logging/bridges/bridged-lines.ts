import { MemoryAppender } from '../../../src/logging/appenders/memory-appender.js';
import { Level } from '../../../src/logging/level.js';
import { LoggerTree } from '../../../src/logging/logger-tree.js';
import type { Logger } from '../../../src/logging/logger.js';
import { ManualClock } from '../../../src/testing/manual-clock.js';

export interface BridgedLines {
  readonly appender: MemoryAppender;
  readonly loggerFor: (name: string) => Logger;
  /** "LEVEL name: message {context}" of each line so far. */
  written(): readonly string[];
}

/** Loggers that keep their lines, at a clock that stands still. */
export function bridgedLines(level = Level.TRACE): BridgedLines {
  const appender = new MemoryAppender();
  const tree = new LoggerTree(
    () => ({ level, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() }),
    ManualClock.at('2026-11-14T06:42:35.274Z'),
  );
  return {
    appender,
    loggerFor: (name) => tree.get(name),
    written: () =>
      appender.events.map(({ level: written, loggerName, message, context }) => {
        return `${written} ${loggerName}: ${message}${context === undefined ? '' : ` ${JSON.stringify(context)}`}`;
      }),
  };
}
