import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { AppenderFactory } from './appenders/appender-factory.js';
import { Level } from './level.js';

/** An entry of `loggers:`; its short form is just a level. */
@Doc('An entry of `loggers`; in its short form, a level.')
export class LoggerFactory {
  /** The short form is a level. */
  static readonly shortFormSchema = Level.jsonSchema;

  @Doc('The level of this logger, and of loggers below it that have none of their own.')
  @JsonProperty
  @NotNull
  level: Level = Level.INFO;

  @Doc('Whether lines also go to the appenders of the loggers above.')
  @JsonProperty
  additive: boolean = true;

  @Doc('Where the lines of this logger go.')
  @JsonProperty(listOf(AppenderFactory))
  @Valid
  @NotNull
  @Each(NotNull)
  appenders: AppenderFactory[] = [];

  /** The short form. */
  static fromScalar(value: unknown): LoggerFactory {
    const factory = new LoggerFactory();
    factory.level = Level.parse(value);
    return factory;
  }
}
