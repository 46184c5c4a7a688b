import { JsonPolymorphic, JsonProperty } from '../../json/json-annotations.js';
import { Valid } from '../../validation/constraint-annotations.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { LayoutFactory, TextLayoutFactory } from '../layouts/layout-factory.js';
import type { Layout } from '../layouts/layout.js';
import { TimeZone } from '../layouts/time-zone.js';
import { Level } from '../level.js';
import type { LoggingSurroundings } from '../logger-setup.js';
import type { Appender } from './appender.js';

/**
 * An entry of `appenders:`, chosen by its `type`. Extend it for places of your own, mark the class `@JsonTypeName('…')`, and register it among the
 * subtypes.
 */
@JsonPolymorphic()
export abstract class AppenderFactory {
  /** The level from which on this appender is given events. */
  @JsonProperty
  @NotNull
  threshold: Level = Level.ALL;

  /** Makes the appender. What it opens it closes again in `close()`. */
  abstract build(surroundings: LoggingSurroundings): Appender;
}

/** What appenders that write lines have in common: a layout, and a time zone for it. */
export abstract class LaidOutAppenderFactory extends AppenderFactory {
  /** Of the times in lines and, for files, in the names of archives. */
  @JsonProperty
  @NotNull
  timeZone: TimeZone = TimeZone.UTC;

  @JsonProperty
  @Valid
  @NotNull
  layout: LayoutFactory = new TextLayoutFactory();

  /** The layout, in the time zone. */
  protected buildLayout(): Layout {
    return this.layout.build(this.timeZone);
  }
}
