import { getLogger } from '../../logging/get-logger.js';
import type { Duration } from '../../values/duration.js';
import type { MetricRegistry } from '../metric-registry.js';
import { metricsJson } from '../metrics-json.js';
import type { Reporter, ReporterFactory } from './reporter-factory.js';

const logger = getLogger('keelson.metrics');

/** Runs one reporter periodically, one report at a time. */
export class ReportSchedule {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  private constructor(
    private readonly factory: ReporterFactory,
    private readonly reporter: Reporter,
    private readonly registry: MetricRegistry,
    private readonly frequency: Duration,
  ) {}

  /** One schedule for each reporter. One that cannot be built is logged and left out: metrics are no reason not to serve. */
  static of(factories: readonly ReporterFactory[], registry: MetricRegistry, frequency: Duration): readonly ReportSchedule[] {
    return factories.flatMap((factory) => {
      try {
        return [new ReportSchedule(factory, factory.build(), registry, factory.frequency ?? frequency)];
      } catch (error) {
        logger.warn('A metrics reporter cannot be built and is left out', error);
        return [];
      }
    });
  }

  start(): void {
    this.timer ??= setInterval(() => this.reportUnlessBusy(), this.frequency.toMilliseconds()).unref();
  }

  /** Waits for a report under way; then makes the last one, if that is configured. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
    if (this.factory.reportOnStop) await this.report();
  }

  // A report that takes longer than the period leaves out the next: reports that pile up would only slow each other down.
  private reportUnlessBusy(): void {
    this.running ??= this.report().finally(() => {
      this.running = undefined;
    });
  }

  private async report(): Promise<void> {
    try {
      await this.reporter.report(this.factory.filter(await metricsJson(this.registry)));
    } catch (error) {
      logger.warn('A metrics report failed', error);
    }
  }
}
