import type { Level } from '../level.js';
import type { ContextFields } from '../log-event.js';
import type { Logger } from '../logger.js';
import { LoggingContext } from '../logging-context.js';

/** What another front-end had to say. */
export interface BridgedLine {
  readonly level: Level;
  readonly message: string;
  readonly error?: Error | undefined;
  /** Fields that the front-end attached; they join those of the context. */
  readonly fields?: ContextFields | undefined;
  readonly time?: number | undefined;
}

/** Says it under the logger's name, whatever the logger's level: whether it is wanted was decided by the front-end's own means. */
export function sayBridged(logger: Logger, { level, message, error, fields, time = Date.now() }: BridgedLine): void {
  const around = LoggingContext.current();
  const context = fields === undefined ? around : { ...around, ...fields };
  logger.deliver({ level, loggerName: logger.name, time, message, error, context });
}
