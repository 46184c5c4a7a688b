import type { Level } from './level.js';

/** One logging call, as every appender receives it. */
export interface LogEvent {
  readonly level: Level;
  readonly loggerName: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Formatted, but not yet made safe for a line: layouts do that. */
  readonly message: string;
  /** The error that was the last argument. */
  readonly error: Error | undefined;
  /** The fields of {@link LoggingContext} when the line was logged. */
  readonly context: ContextFields | undefined;
  /** The request that was being handled, for layouts that machines read; tracked only while one of them is in use. */
  readonly requestId?: string | undefined;
  /** The trace that it belonged to, tracked likewise. */
  readonly trace?: LogTrace | undefined;
}

/** The trace and the span that a line belongs to. */
export interface LogTrace {
  readonly traceId: string;
  readonly spanId: string;
}

/** Fields that follow a piece of work through its lines, such as an order's id. */
export type ContextFields = Readonly<Record<string, unknown>>;

/** An entry that comes in a form of its own, such as a line of the request log. */
export interface LogRecord {
  /** The name of the log that it belongs to. */
  readonly loggerName: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** The entry as a line for people, without its newline. */
  readonly line: string;
  /** The entry as fields for machines. */
  readonly fields: ContextFields;
}
