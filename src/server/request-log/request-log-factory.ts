import { Doc } from '../../json/doc.js';
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
@Doc('The `requestLog` section of the server: where the line of each request goes.')
export class RequestLogFactory {
  @Doc(
    'The appenders of the request log; an empty list turns it off. Their layouts apply, `layout: {type: json}` included; their thresholds do not.',
  )
  @JsonProperty(listOf(AppenderFactory))
  @Valid
  @NotNull
  @Each(NotNull)
  appenders: AppenderFactory[] = [new ConsoleAppenderFactory()];

  @Doc('The time zone of the times in text lines.')
  @JsonProperty
  @NotNull
  timeZone: TimeZone = TimeZone.UTC;

  @Doc('Requests to these paths, and below them, are not logged; useful for probes.')
  @JsonProperty(listOf(String))
  @NotNull
  excludedPaths: string[] = [];

  @Doc('Whether text lines end with the ID of the request; JSON lines carry it in any case.')
  @JsonProperty
  requestId: boolean = false;

  /** Opens the appenders; undefined if there are none. */
  build(surroundings: LoggingSurroundings): RequestLog | undefined {
    if (this.appenders.length === 0) return undefined;
    const appenders = this.appenders.map((factory) => factory.build(surroundings));
    const { excludedPaths, requestId } = this;
    return new RequestLog(appenders, { timeZone: this.timeZone.id, excludedPaths, requestId, clock: surroundings.clock });
  }
}
