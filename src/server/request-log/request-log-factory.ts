import { JsonProperty } from '../../json/json-annotations.js';
import { AppenderFactory } from '../../logging/appenders/appender-factory.js';
import { ConsoleAppenderFactory } from '../../logging/appenders/console-appender-factory.js';
import { TimeZone } from '../../logging/layouts/time-zone.js';
import type { LoggingSurroundings } from '../../logging/logger-setup.js';
import { listOf } from '../../reflection/type-token.js';
import { Each, Valid } from '../../validation/constraint-annotations.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { RequestLog } from './request-log.js';

/** The `requestLog` block of the server: where the line of each request goes. */
export class RequestLogFactory {
  /** None switches the request log off. Thresholds and layouts play no part: every request is one line of its own form. */
  @JsonProperty(listOf(AppenderFactory))
  @Valid
  @NotNull
  @Each(NotNull)
  appenders: AppenderFactory[] = [new ConsoleAppenderFactory()];

  /** Of the times in its lines. */
  @JsonProperty
  @NotNull
  timeZone: TimeZone = TimeZone.UTC;

  /** Requests to these paths, and below them, are not logged: probes, for instance. */
  @JsonProperty(listOf(String))
  @NotNull
  excludedPaths: string[] = [];

  /** Opens the appenders; undefined where there are none. */
  build(surroundings: LoggingSurroundings): RequestLog | undefined {
    if (this.appenders.length === 0) return undefined;
    const appenders = this.appenders.map((factory) => factory.build(surroundings));
    return new RequestLog(appenders, { timeZone: this.timeZone.id, excludedPaths: this.excludedPaths, clock: surroundings.clock });
  }
}
