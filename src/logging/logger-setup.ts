import type { Appender } from './appenders/appender.js';
import type { Level } from './level.js';
import type { LoggingClock } from './logging-clock.js';

/** The levels and appenders of a tree of loggers: what the `logging:` block builds. */
export interface LoggerSetup {
  /** The level of all loggers without one of their own. */
  readonly level: Level;
  readonly appenders: readonly AttachedAppender[];
  /** By name; the settings of a logger apply to all below it. */
  readonly loggers: ReadonlyMap<string, NamedLoggerSetup>;
}

/** An appender and the lowest level it is given. */
export interface AttachedAppender {
  readonly threshold: Level;
  readonly appender: Appender;
}

/** The settings of one name in a {@link LoggerSetup}. */
export interface NamedLoggerSetup {
  readonly level: Level;
  /** Whether events also go to the appenders of parent loggers. */
  readonly additive: boolean;
  readonly appenders: readonly AttachedAppender[];
}

/** Takes the events of a tree in place of the tree's own appenders, as tests do. */
export interface Diversion {
  readonly appender: Appender;
  /** The lowest level wanted of that logger; events that pass the level of the tree come too. */
  levelOf(loggerName: string): Level;
}

/** What a tree is configured from: {@link LoggingFactory}, or anything else that builds a setup. */
export interface LoggingSource {
  build(surroundings: LoggingSurroundings): LoggerSetup;
}

/** What appenders are told about the service. */
export interface LoggingSurroundings {
  /** The name that syslog messages carry. */
  readonly applicationName: string;
  readonly clock: LoggingClock;
}
