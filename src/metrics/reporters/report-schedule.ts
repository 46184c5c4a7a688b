import { getLogger } from '../../logging/get-logger.js';
import type { Duration } from '../../values/duration.js';
import type { MetricRegistry } from '../metric-registry.js';
import { metricsJson } from '../metrics-json.js';
import type { Reporter, ReporterFactory } from './reporter-factory.js';

const logger = getLogger('keelson.metrics');

/** Has one reporter report, as often as its entry says. */
export class ReportSchedule {
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly factory: ReporterFactory,
    private readonly reporter: Reporter,
    private readonly registry: MetricRegistry,
    private readonly frequency: Duration,
  ) {}

  /** The schedules of those that can be made; of the others the log tells, since metrics are no reason not to serve. */
  static of(factories: readonly ReporterFactory[], registry: MetricRegistry, frequency: Duration): readonly ReportSchedule[] {
    return factories.flatMap((factory) => {
      try {
        return [new ReportSchedule(factory, factory.build(), registry, factory.frequency ?? frequency)];
      } catch (error) {
        logger.warn('A reporter of metrics cannot be made and is left out', error);
        return [];
      }
    });
  }

  start(): void {
    this.timer ??= setInterval(() => void this.report(), this.frequency.toMilliseconds()).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.factory.reportOnStop) await this.report();
  }

  private async report(): Promise<void> {
    try {
      await this.reporter.report(this.factory.filter(await metricsJson(this.registry)));
    } catch (error) {
      logger.warn('A report of metrics failed', error);
    }
  }
}
