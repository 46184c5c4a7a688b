import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { loggerTree } from '../logging/get-logger.js';
import { listOf } from '../reflection/type-token.js';
import { MinDuration } from '../validation/amount-constraints.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Duration } from '../values/duration.js';
import { exportLogMetrics } from './log-metrics.js';
import type { MetricRegistry } from './metric-registry.js';
import { ProcessMetrics } from './process-metrics.js';
import { ReportSchedule } from './reporters/report-schedule.js';
import { ReporterFactory } from './reporters/reporter-factory.js';
import { RequestMetrics } from './request-metrics.js';

/** The `metrics` block: what is measured besides annotated methods, and the reporters. */
@Doc('The `metrics` section: what is measured in addition to annotated methods and metrics of the application, and where it is reported.')
export class MetricsFactory {
  @Doc('Whether the event loop, memory, garbage collection and handles are measured.')
  @JsonProperty
  process: boolean = true;

  @Doc('Whether requests are counted and timed, by method and path template, and requests in flight counted.')
  @JsonProperty
  requests: boolean = true;

  @Doc('How often reporters report, unless they have a frequency of their own.')
  @JsonProperty
  @NotNull
  @MinDuration('100 ms')
  frequency: Duration = Duration.minutes(1);

  @Doc('Where metrics are reported, in addition to the admin port.')
  @JsonProperty(listOf(ReporterFactory))
  @Valid
  @NotNull
  reporters: ReporterFactory[] = [];

  /** Adds the metrics of the service itself to the registry. What it returns is started and stopped with the service. */
  configure(registry: MetricRegistry): ServiceMetrics {
    const requests = this.requests ? new RequestMetrics(registry.prometheus) : undefined;
    const ofProcess = this.process ? new ProcessMetrics(registry.prometheus) : undefined;
    exportLogMetrics(registry.prometheus, loggerTree);
    const reports = ReportSchedule.of(this.reporters, registry, this.frequency);
    return new ServiceMetrics(requests, [registry, ...(ofProcess === undefined ? [] : [ofProcess]), ...reports]);
  }
}

/** The metrics of a service; started and stopped with it. */
export class ServiceMetrics {
  constructor(
    /** Measures the server's requests; undefined if that is switched off. */
    readonly requests: RequestMetrics | undefined,
    private readonly parts: readonly ServicePart[],
  ) {}

  start(): void {
    for (const part of this.parts) part.start();
  }

  /** Stops in reverse order, so that last reports are made before what they report on stops. */
  async stop(): Promise<void> {
    for (const part of this.parts.toReversed()) await part.stop();
  }
}

interface ServicePart {
  start(): void;
  stop(): void | Promise<void>;
}
