import type { Level } from '../level.js';
import type { ContextFields } from '../log-event.js';
import type { Logger } from '../logger.js';
import { LoggingContext } from '../logging-context.js';

/** A line of another logging package. */
export interface BridgedLine {
  readonly level: Level;
  readonly message: string;
  readonly error?: Error | undefined;
  /** Fields that the package attached; they join those of the context. */
  readonly fields?: ContextFields | undefined;
}

/**
 * Writes the line under the logger's name, whatever the logger's level: the package has already decided that it is wanted. The time is that of our
 * clock; one from elsewhere could be in other units, or years ahead.
 */
export function writeBridged(logger: Logger, { level, message, error, fields }: BridgedLine): void {
  const around = LoggingContext.current();
  const context = fields === undefined ? around : { ...around, ...fields };
  const { requestId, trace } = LoggingContext;
  logger.deliver({
    level,
    loggerName: logger.name,
    time: logger.now(),
    message: withoutColours(message),
    error,
    context,
    requestId,
    trace,
  });
}

// Packages colour for a terminal (SGR sequences, ECMA-48 §8.3.117); our lines go elsewhere too.
function withoutColours(text: string): string {
  return text.includes('\x1b[') ? text.replace(/\x1b\[[\d;]*m/g, '') : text;
}

/** The fields, or undefined if there are none. */
export function fieldsOrNone(fields: Readonly<Record<string, unknown>>): ContextFields | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** An error as packages serialize it. */
export interface SerializedError {
  readonly type?: unknown;
  readonly message: string;
  readonly stack: string;
}

/** An Error that looks like the serialized one in a trace. */
export function revivedError({ type, message, stack }: SerializedError): Error {
  const error = new Error(message);
  if (typeof type === 'string') error.name = type;
  error.stack = stack;
  return error;
}
