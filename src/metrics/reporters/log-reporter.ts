import { Doc } from '../../json/doc.js';
import { JsonProperty, JsonTypeName } from '../../json/json-annotations.js';
import { getLogger } from '../../logging/get-logger.js';
import type { Logger } from '../../logging/logger.js';
import { NotEmpty } from '../../validation/presence-constraints.js';
import type { MetricsJson } from '../metrics-json.js';
import { ReporterFactory } from './reporter-factory.js';
import type { Reporter } from './reporter-factory.js';

/** `type: log`: a line for each metric, at INFO. */
@Doc('`type: log`: a line for each metric, at INFO.')
@JsonTypeName('log')
export class LogReporterFactory extends ReporterFactory {
  @Doc('The logger of the lines; give it an appender of its own to keep them apart.')
  @JsonProperty
  @NotEmpty
  logger: string = 'metrics';

  override build(): Reporter {
    return new LogReporter(getLogger(this.logger));
  }
}

/** Says each metric to a logger: `type=TIMER, name=OrderResource.list, count=7, …`. */
export class LogReporter implements Reporter {
  constructor(private readonly logger: Pick<Logger, 'info' | 'isInfoEnabled'>) {}

  report({ gauges, counters, histograms, meters, timers }: MetricsJson): void {
    if (!this.logger.isInfoEnabled()) return;
    this.say('GAUGE', gauges);
    this.say('COUNTER', counters);
    this.say('HISTOGRAM', histograms);
    this.say('METER', meters);
    this.say('TIMER', timers);
  }

  private say(type: string, group: Readonly<Record<string, Readonly<Record<string, number | string>>>>): void {
    for (const [name, fields] of Object.entries(group)) {
      const values = Object.entries(fields).map(([field, value]) => `${field}=${value}`);
      this.logger.info('%s', [`type=${type}`, `name=${name}`, ...values].join(', '));
    }
  }
}
