import { Level } from '../level.js';
import type { LogEvent } from '../log-event.js';

/** The event that reports dropped lines in their place. */
export function lossEvent(count: number): LogEvent {
  const message =
    count === 1 ? '1 line was dropped here, because the buffer was full' : `${count} lines were dropped here, because the buffer was full`;
  return { level: Level.WARN, loggerName: 'keelson.logging', time: Date.now(), message, error: undefined, context: undefined };
}
