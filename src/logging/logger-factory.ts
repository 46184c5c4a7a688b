import { JsonProperty } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { AppenderFactory } from './appenders/appender-factory.js';
import { Level } from './level.js';

/** An entry of `loggers:`, in short just a level. */
export class LoggerFactory {
  /** The short form is a level. */
  static readonly shortFormSchema = Level.jsonSchema;

  @JsonProperty
  @NotNull
  level: Level = Level.INFO;

  /** Whether events also go where those of the loggers above go. */
  @JsonProperty
  additive: boolean = true;

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
