import { Doc } from '../../json/doc.js';
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
 * An entry of `appenders:`, chosen by its `type`. For an appender of your own, extend this class, mark it `@JsonTypeName('…')` and register it among
 * the subtypes.
 */
@Doc('An entry of `appenders`, chosen by its `type`: `console`, `file`, `syslog`, or one of your own.')
@JsonPolymorphic()
export abstract class AppenderFactory {
  @Doc('The lowest level this appender writes.')
  @JsonProperty
  @NotNull
  threshold: Level = Level.ALL;

  /** Builds the appender; its `close()` releases whatever it opens. */
  abstract build(surroundings: LoggingSurroundings): Appender;
}

/** An appender with a layout and a time zone for it. */
@Doc('An appender with a layout and a time zone.')
export abstract class LayoutAppenderFactory extends AppenderFactory {
  @Doc('The time zone of the times in lines and, for files, in the names of archives.')
  @JsonProperty
  @NotNull
  timeZone: TimeZone = TimeZone.UTC;

  @Doc('The form of lines: `type: text` or `type: json`.')
  @JsonProperty
  @Valid
  @NotNull
  layout: LayoutFactory = new TextLayoutFactory();

  /** Builds the layout with the time zone. */
  protected buildLayout(): Layout {
    return this.layout.build(this.timeZone);
  }
}
