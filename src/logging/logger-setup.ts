import type { Appender } from './appenders/appender.js';
import type { Level } from './level.js';
import type { LoggingClock } from './logging-clock.js';

/** How a tree of loggers is to be: what the `logging:` block comes to once it is built. */
export interface LoggerSetup {
  /** Of all loggers that have none of their own. */
  readonly level: Level;
  readonly appenders: readonly AttachedAppender[];
  /** By name; a logger's settings reach all below it. */
  readonly loggers: ReadonlyMap<string, NamedLoggerSetup>;
}

/** An appender and the level from which on it is given events. */
export interface AttachedAppender {
  readonly threshold: Level;
  readonly appender: Appender;
}

/** The settings of one name in a {@link LoggerSetup}. */
export interface NamedLoggerSetup {
  readonly level: Level;
  /** Whether events also go where those of the loggers above go. */
  readonly additive: boolean;
  readonly appenders: readonly AttachedAppender[];
}

/** Takes the events of a tree in place of its own appenders for a while, as tests do. */
export interface Diversion {
  readonly appender: Appender;
  /** The level from which on events of that logger are wanted; those that the tree itself lets pass come too. */
  levelOf(loggerName: string): Level;
}

/** What a tree is configured from: {@link LoggingFactory}, or anything else that yields a setup. */
export interface LoggingSource {
  build(surroundings: LoggingSurroundings): LoggerSetup;
}

/** What appenders may want to know about where they run. */
export interface LoggingSurroundings {
  /** Names the service to syslog. */
  readonly applicationName: string;
  readonly clock: LoggingClock;
}
