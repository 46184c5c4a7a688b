import type { Appender } from './appenders/appender.js';
import type { EventCounts } from './event-counts.js';
import { Level } from './level.js';
import type { LogEvent } from './log-event.js';
import { readMessage } from './log-message.js';
import type { LoggingClock } from './logging-clock.js';
import { LoggingContext } from './logging-context.js';
import { reportTrouble } from './trouble-report.js';

/** Where a logger's events go: one appender and the lowest rank that it takes. */
export interface Route {
  readonly threshold: number;
  readonly appender: Appender;
}

/** What all loggers of a tree share. */
export interface LoggerSurroundings {
  readonly clock: LoggingClock;
  readonly counts: EventCounts;
}

/**
 * Writes log lines under a name. Text and arguments are joined as by `util.format`; an Error as the last argument becomes a stack trace.
 *
 * @example getLogger('com.example.Orders').warn('order %s refused', id, error)
 */
export class Logger {
  /** The lowest rank that is written: a disabled level costs one comparison with it. Maintained by the tree. @internal */
  threshold: number = Level.OFF.rank;
  /** Maintained by the tree. @internal */
  routes: readonly Route[] = [];

  /** @internal */
  constructor(
    readonly name: string,
    private readonly surroundings: LoggerSurroundings,
  ) {}

  error(message: unknown, ...args: unknown[]): void {
    if (this.threshold <= 5) this.write(Level.ERROR, message, args);
  }

  warn(message: unknown, ...args: unknown[]): void {
    if (this.threshold <= 4) this.write(Level.WARN, message, args);
  }

  info(message: unknown, ...args: unknown[]): void {
    if (this.threshold <= 3) this.write(Level.INFO, message, args);
  }

  debug(message: unknown, ...args: unknown[]): void {
    if (this.threshold <= 2) this.write(Level.DEBUG, message, args);
  }

  trace(message: unknown, ...args: unknown[]): void {
    if (this.threshold <= 1) this.write(Level.TRACE, message, args);
  }

  /** For callers that know the level only at run time. OFF and ALL are thresholds, not levels of a line. */
  log(level: Level, message: unknown, ...args: unknown[]): void {
    if (level === Level.OFF || level === Level.ALL) {
      throw new TypeError(`A line cannot have the level ${level}; use ERROR, WARN, INFO, DEBUG or TRACE`);
    }
    if (this.threshold <= level.rank) this.write(level, message, args);
  }

  isErrorEnabled(): boolean {
    return this.threshold <= 5;
  }

  isWarnEnabled(): boolean {
    return this.threshold <= 4;
  }

  isInfoEnabled(): boolean {
    return this.threshold <= 3;
  }

  isDebugEnabled(): boolean {
    return this.threshold <= 2;
  }

  isTraceEnabled(): boolean {
    return this.threshold <= 1;
  }

  isEnabled(level: Level): boolean {
    return this.threshold <= level.rank;
  }

  private write(level: Level, message: unknown, args: readonly unknown[]): void {
    let text: string;
    let error: Error | undefined;
    if (args.length === 0 && typeof message === 'string') {
      text = message;
    } else {
      ({ text, error } = readMessage(message, args));
    }
    this.deliver({
      level,
      loggerName: this.name,
      time: this.surroundings.clock.now(),
      message: text,
      error,
      context: LoggingContext.current(),
      requestId: LoggingContext.requestId,
      trace: LoggingContext.trace,
    });
  }

  /** The time that the next line would have. @internal */
  now(): number {
    return this.surroundings.clock.now();
  }

  /** Hands an event to the appenders; the level of the logger is not checked again. @internal */
  deliver(event: LogEvent): void {
    this.surroundings.counts.add(event.level);
    const routes = this.routes;
    for (let i = 0; i < routes.length; i++) {
      const { threshold, appender } = routes[i]!;
      if (event.level.rank < threshold) continue;
      try {
        appender.append(event);
      } catch (thrown) {
        // A broken appender must not break the code that logs.
        reportTrouble('an appender failed', thrown);
      }
    }
  }
}
