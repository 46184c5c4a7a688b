// metrics/metric-annotations
export declare const ExceptionMetered: MetricAnnotation<ExceptionMetricName>;

// metrics/metric-annotations
export interface ExceptionMetricName extends MetricName {
  readonly cause?: Class<Error>;
}

// metrics/exported-metric
export interface ExportedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'summary' | 'histogram';
  samples(): Iterable<Sample>;
}

// metrics/request-metrics
export interface FinishedRequest extends WaitingRequest {
  readonly status: number;
  readonly milliseconds: number;
  readonly waited: WaitingRequest | undefined;
}

// metrics/reporters/log-reporter
export declare class LogReporter implements Reporter {
  constructor(logger: Pick<Logger, 'info' | 'isInfoEnabled'>);
  report({ gauges, counters, histograms, meters, timers }: MetricsJson): void;
}

// metrics/reporters/log-reporter
export declare class LogReporterFactory extends ReporterFactory {
  logger: string;
  build(): Reporter;
}

// metrics/meter
export declare class Meter {
  mark(): void;
  get count(): number;
  get rates(): Rates;
  tick(): void;
}

// metrics/metric-annotations
export declare const Metered: MetricAnnotation<MetricName>;

// metrics/method-instrument
export declare class MethodInstrument {
  constructor(timer: Timer | undefined, meter: Meter | undefined, exceptions: {
    readonly meter: Meter;
    readonly cause: Class<Error> | undefined;
  } | undefined);
  around<A extends readonly unknown[], R>(invoke: (...args: A) => R): (...args: A) => R;
  begin(): number;
  end(started: number): void;
  fail(started: number, thrown: unknown): void;
}

// metrics/metric-annotations
export interface MetricAnnotation<N extends MetricName> {
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
  (name?: N): MethodDecoration;
}

// metrics/metric-annotations
export interface MetricName {
  readonly name?: string;
  readonly absolute?: boolean;
}

// metrics/metric-registry
export declare class MetricRegistry {
  readonly prometheus: Registry<"text/plain; version=0.0.4; charset=utf-8">;
  constructor();
  timer(name: string): Timer;
  meter(name: string): Meter;
  get timers(): ReadonlyMap<string, Timer>;
  get meters(): ReadonlyMap<string, Meter>;
  include(registry: Registry): void;
  get registries(): readonly Registry[];
  text(): Promise<string>;
  start(): void;
  stop(): void;
  tick(): void;
}

// metrics/metrics-factory
export declare class MetricsFactory {
  process: boolean;
  requests: boolean;
  frequency: Duration;
  reporters: ReporterFactory[];
  configure(registry: MetricRegistry): ServiceMetrics;
}

// metrics/metrics-json
export interface MetricsJson {
  readonly version: '4.0.0';
  readonly gauges: Readonly<Record<string, {
    readonly value: number;
  }>>;
  readonly counters: Readonly<Record<string, {
    readonly count: number;
  }>>;
  readonly histograms: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly meters: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  readonly timers: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
}

// metrics/process-metrics
export declare class ProcessMetrics {
  constructor(registry: Registry);
  start(): void;
  stop(): void;
}

// metrics/moving-average
export interface Rates {
  readonly mean: number;
  readonly oneMinute: number;
  readonly fiveMinutes: number;
  readonly fifteenMinutes: number;
}

// metrics/reporters/reporter-factory
export interface Reporter {
  report(metrics: MetricsJson): void | Promise<void>;
}

// metrics/reporters/reporter-factory
export declare abstract class ReporterFactory {
  frequency?: Duration;
  includes: string[];
  excludes: string[];
  useRegexFilters: boolean;
  useSubstringMatching: boolean;
  reportOnStop: boolean;
  abstract build(): Reporter;
  isEveryFilterAnExpression(): boolean;
  filter(metrics: MetricsJson): MetricsJson;
}

// metrics/request-metrics
export declare class RequestMetrics {
  constructor(registry: Registry);
  requestStarted(): void;
  requestWaits({ method, route }: WaitingRequest): void;
  requestFinished({ method, route, status, milliseconds, waited }: FinishedRequest): void;
}

// metrics/exported-metric
export interface Sample {
  readonly suffix?: '_sum' | '_count' | '_bucket';
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}

// metrics/metrics-factory
export declare class ServiceMetrics {
  readonly requests: RequestMetrics | undefined;
  constructor(
  requests: RequestMetrics | undefined, parts: readonly ServicePart[]);
  start(): void;
  stop(): Promise<void>;
}

// metrics/reservoir
export declare class Snapshot {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly standardDeviation: number;
  constructor(slices: readonly Slice[]);
  quantile(share: number): number;
}

// metrics/metric-annotations
export declare const Timed: MetricAnnotation<MetricName>;

// metrics/timer
export declare class Timer {
  record(milliseconds: number): void;
  time<T>(run: () => T): T;
  get count(): number;
  get sum(): number;
  get rates(): Rates;
  snapshot(): Snapshot;
  tick(): void;
  rotate(): void;
}

// metrics/reporters/built-in-reporters
export declare const builtInReporters: readonly [typeof LogReporterFactory];

// metrics/metrics-json
export declare function metricsJson(registry: MetricRegistry): Promise<MetricsJson>;
