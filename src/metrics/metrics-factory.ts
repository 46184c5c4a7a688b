import { JsonProperty } from '../json/json-annotations.js';
import { loggerTree } from '../logging/get-logger.js';
import { exportLogMetrics } from './log-metrics.js';
import type { MetricRegistry } from './metric-registry.js';
import { ProcessMetrics } from './process-metrics.js';
import { RequestMetrics } from './request-metrics.js';

/** The `metrics` block: what is measured beside what annotations and the application ask for. */
export class MetricsFactory {
  /** Event loop, memory, garbage collection, handles. */
  @JsonProperty
  process: boolean = true;

  /** Counts and durations of requests by method and path template, and requests in flight. */
  @JsonProperty
  requests: boolean = true;

  /** Adds to the registry what is measured of the service itself; what it yields is started and stopped with the service. */
  configure(registry: MetricRegistry): ServiceMetrics {
    const requests = this.requests ? new RequestMetrics(registry.prometheus) : undefined;
    const ofProcess = this.process ? new ProcessMetrics(registry.prometheus) : undefined;
    exportLogMetrics(registry.prometheus, loggerTree);
    return new ServiceMetrics(registry, requests, ofProcess);
  }
}

/** The metrics of a service; started and stopped with it. */
export class ServiceMetrics {
  constructor(
    readonly registry: MetricRegistry,
    /** What the server tells of its requests, where they are measured. */
    readonly requests: RequestMetrics | undefined,
    private readonly ofProcess: ProcessMetrics | undefined,
  ) {}

  start(): void {
    this.registry.start();
    this.ofProcess?.start();
  }

  stop(): void {
    this.ofProcess?.stop();
    this.registry.stop();
  }
}
