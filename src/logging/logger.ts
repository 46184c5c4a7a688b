import type { Appender } from './appenders/appender.js';
import { reportTrouble } from './appenders/trouble-report.js';
import type { EventCounts } from './event-counts.js';
import { Level } from './level.js';
import type { LogEvent } from './log-event.js';
import { readMessage } from './log-message.js';
import type { LoggingClock } from './logging-clock.js';
import { LoggingContext } from './logging-context.js';

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
 * Says things under a name. Text and arguments are joined in the manner of `util.format`; an Error in the last place becomes a stack trace.
 *
 * @example getLogger('com.example.Orders').warn('order %s refused', id, error)
 */
export class Logger {
  /** The rank from which on lines are written: a disabled level costs one comparison with it. Kept by the tree. @internal */
  threshold: number = Level.OFF.rank;
  /** Kept by the tree. @internal */
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

  /** For callers that learn the level at run time; OFF and ALL are thresholds and no levels of a line. */
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
    });
  }

  /** Hands on an event that was made elsewhere; its level is not asked again. @internal */
  deliver(event: LogEvent): void {
    this.surroundings.counts.add(event.level);
    const routes = this.routes;
    for (let i = 0; i < routes.length; i++) {
      const { threshold, appender } = routes[i]!;
      if (event.level.rank < threshold) continue;
      try {
        appender.append(event);
      } catch (thrown) {
        // Whoever logs has other work to do, which a broken appender must not end.
        reportTrouble('an appender failed', thrown);
      }
    }
  }
}
