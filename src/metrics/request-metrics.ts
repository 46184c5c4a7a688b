import type { Registry } from 'prom-client';

import { DurationBuckets } from './duration-buckets.js';
import { exportFamily } from './exported-metric.js';
import type { Sample } from './exported-metric.js';

/** In seconds; from what an in-memory answer takes to what a patient client waits for. */
const bounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The label of requests that no path template answers; their paths are as many as clients can think of. */
const noRoute = 'none';
/** The label of requests to further templates once there are {@link mostRoutes}. Sub-resources that lead to themselves have any number of them. */
const otherRoute = 'other';
const mostRoutes = 1_000;

/** Counts, times and watches the requests of the application, by method and path template. */
export class RequestMetrics {
  private readonly byRoute = new Map<string, Map<string, Series>>();
  private inFlight = 0;

  constructor(registry: Registry) {
    exportFamily(registry, {
      name: 'http_requests_total',
      help: 'Requests answered, by method, path template and status.',
      type: 'counter',
      samples: () => this.countSamples(),
    });
    exportFamily(registry, {
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer, by method and path template.',
      type: 'histogram',
      samples: () => this.durationSamples(),
    });
    exportFamily(registry, {
      name: 'http_requests_in_flight',
      help: 'Requests that have arrived and are not yet answered.',
      type: 'gauge',
      samples: () => [{ value: this.inFlight }],
    });
    exportFamily(registry, {
      name: 'http_endpoint_requests_in_flight',
      help: 'Requests that an endpoint has not yet answered, by method and path template; those answered at once are never seen here.',
      type: 'gauge',
      samples: () => this.waitingSamples(),
    });
  }

  /** A request has arrived. */
  requestStarted(): void {
    this.inFlight++;
  }

  /** What answers it has to wait for something. */
  requestWaits({ method, route }: WaitingRequest): void {
    this.seriesOf(route ?? noRoute, method).waiting++;
  }

  /** Its answer has ended, completely or not. */
  requestFinished({ method, route, status, milliseconds, waited }: FinishedRequest): void {
    this.inFlight--;
    if (waited !== undefined) this.seriesOf(waited.route ?? noRoute, waited.method).waiting--;
    const series = this.seriesOf(route ?? noRoute, method);
    series.durations.record(milliseconds / 1000);
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
  }

  private seriesOf(route: string, method: string): Series {
    let byMethod = this.byRoute.get(route);
    if (byMethod === undefined) {
      if (this.byRoute.size >= mostRoutes && route !== otherRoute) return this.seriesOf(otherRoute, method);
      this.byRoute.set(route, (byMethod = new Map<string, Series>()));
    }
    let series = byMethod.get(method);
    if (series === undefined)
      byMethod.set(method, (series = { durations: new DurationBuckets(bounds), statuses: new Map<number, number>(), waiting: 0 }));
    return series;
  }

  private *countSamples(): Iterable<Sample> {
    for (const { labels, series } of this.all()) {
      for (const [status, value] of series.statuses) yield { labels: { ...labels, status }, value };
    }
  }

  private *durationSamples(): Iterable<Sample> {
    for (const { labels, series } of this.all()) yield* series.durations.samples(labels);
  }

  private *waitingSamples(): Iterable<Sample> {
    for (const { labels, series } of this.all()) yield { labels, value: series.waiting };
  }

  private *all(): Iterable<{ readonly labels: Readonly<Record<string, string>>; readonly series: Series }> {
    for (const [route, byMethod] of this.byRoute) {
      for (const [method, series] of byMethod) yield { labels: { method, route }, series };
    }
  }
}

/** A request on its way. */
export interface WaitingRequest {
  readonly method: string;
  /** The path template that answers. */
  readonly route: string | undefined;
}

/** What is known of a request when its answer has ended. */
export interface FinishedRequest extends WaitingRequest {
  readonly status: number;
  readonly milliseconds: number;
  /** As it was told by {@link RequestMetrics.requestWaits}; undefined where it was not. */
  readonly waited: WaitingRequest | undefined;
}

interface Series {
  readonly durations: DurationBuckets;
  readonly statuses: Map<number, number>;
  waiting: number;
}
