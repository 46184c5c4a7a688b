import type { Level } from './level.js';

/** One thing that was said to a logger, as every appender receives it. */
export interface LogEvent {
  readonly level: Level;
  readonly loggerName: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Formatted, but not yet made safe for a line: layouts do that. */
  readonly message: string;
  /** The error that came last among the arguments. */
  readonly error: Error | undefined;
  /** What {@link LoggingContext} held when the line was written. */
  readonly context: ContextFields | undefined;
}

/** The fields that follow a piece of work through its lines, such as a request's id. */
export type ContextFields = Readonly<Record<string, unknown>>;
