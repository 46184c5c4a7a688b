import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { listOf, recordOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { AppenderFactory } from './appenders/appender-factory.js';
import type { Appender } from './appenders/appender.js';
import { ConsoleAppenderFactory } from './appenders/console-appender-factory.js';
import { Level } from './level.js';
import { LoggerFactory } from './logger-factory.js';
import type { AttachedAppender, LoggerSetup, LoggingSource, LoggingSurroundings, NamedLoggerSetup } from './logger-setup.js';
import { reportTrouble } from './trouble-report.js';

/** The `logging:` block: levels, and where lines go. */
@Doc('The `logging` section: levels, and where lines go.')
export class LoggingFactory implements LoggingSource {
  @Doc('The level of loggers that have none of their own.')
  @JsonProperty
  @NotNull
  level: Level = Level.INFO;

  @Doc('Settings of single loggers, by name: a level, or `{level, additive, appenders}`.')
  @JsonProperty(recordOf(LoggerFactory))
  @Valid
  @NotNull
  @Each(NotNull)
  loggers: Record<string, LoggerFactory> = {};

  @Doc('Where lines go; any number of appenders, several of the same type included.')
  @JsonProperty(listOf(AppenderFactory))
  @Valid
  @NotNull
  @Each(NotNull)
  appenders: AppenderFactory[] = [new ConsoleAppenderFactory()];

  /** Opens all appenders; if one cannot be opened, those before it are closed again. */
  build(surroundings: LoggingSurroundings): LoggerSetup {
    const opened: Appender[] = [];
    const attach = (factories: readonly AppenderFactory[]): readonly AttachedAppender[] => {
      return factories.map((factory) => {
        const appender = factory.build(surroundings);
        opened.push(appender);
        return { threshold: factory.threshold, appender };
      });
    };
    try {
      const loggers = new Map<string, NamedLoggerSetup>();
      for (const [name, logger] of Object.entries(this.loggers)) {
        loggers.set(name, { level: logger.level, additive: logger.additive, appenders: attach(logger.appenders) });
      }
      return { level: this.level, appenders: attach(this.appenders), loggers };
    } catch (thrown) {
      for (const appender of opened) appender.close().catch((failed: unknown) => reportTrouble('cannot close an appender', failed));
      throw thrown;
    }
  }
}
