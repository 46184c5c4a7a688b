import { Registry } from 'prom-client';

import { exportFamily } from './exported-metric.js';
import type { Sample } from './exported-metric.js';
import { Meter } from './meter.js';
import { tickSeconds } from './moving-average.js';
import { Timer } from './timer.js';

/** The quantiles that Dropwizard's timers have. */
export const timerQuantiles: readonly number[] = [0.5, 0.75, 0.95, 0.98, 0.99, 0.999];
const ticksPerRotation = 60 / tickSeconds;

/**
 * The metrics of one service: timers and meters by name, and whatever else is registered with {@link prometheus}.
 *
 * @example new Counter({ name: 'orders_total', help: 'Orders taken.', registers: [environment.metrics.prometheus] })
 */
export class MetricRegistry {
  /** The registry that metrics made with prom-client join; not the library's global one. */
  readonly prometheus = new Registry();
  private readonly timersByName = new Map<string, Timer>();
  private readonly metersByName = new Map<string, Meter>();
  private readonly included: Registry[] = [];
  private clock: NodeJS.Timeout | undefined;
  private ticks = 0;

  constructor() {
    exportFamily(this.prometheus, {
      name: 'keelson_timer_seconds',
      help: 'Durations of timed methods: percentiles of the last minutes, sum and count since the start.',
      type: 'summary',
      samples: () => this.timerSamples(),
    });
    exportFamily(this.prometheus, {
      name: 'keelson_meter_total',
      help: 'Calls of metered methods, and exceptions of those that meter exceptions.',
      type: 'counter',
      samples: () => [...this.metersByName].map(([name, meter]) => ({ labels: { name }, value: meter.count })),
    });
  }

  /** The timer of that name, created on first use. */
  timer(name: string): Timer {
    return found(this.timersByName, name, () => new Timer());
  }

  /** The meter of that name, created on first use. */
  meter(name: string): Meter {
    return found(this.metersByName, name, () => new Meter());
  }

  get timers(): ReadonlyMap<string, Timer> {
    return this.timersByName;
  }

  get meters(): ReadonlyMap<string, Meter> {
    return this.metersByName;
  }

  /** Includes the metrics of another registry, such as prom-client's global one, which libraries use. */
  include(registry: Registry): void {
    if (registry !== this.prometheus && !this.included.includes(registry)) this.included.push(registry);
  }

  /** Our own registry and the included ones. */
  get registries(): readonly Registry[] {
    return [this.prometheus, ...this.included];
  }

  /** Everything in Prometheus' text format. */
  async text(): Promise<string> {
    const texts = await Promise.all(this.registries.map((registry) => registry.metrics()));
    return texts.filter((text) => text.trim() !== '').join('\n');
  }

  /** Starts the timer that updates rates and percentiles; it does not keep the process alive. */
  start(): void {
    this.clock ??= setInterval(() => this.tick(), tickSeconds * 1000).unref();
  }

  stop(): void {
    clearInterval(this.clock);
    this.clock = undefined;
  }

  /** Updates rates and percentiles; called by the timer that {@link start} starts. */
  tick(): void {
    for (const meter of this.metersByName.values()) meter.tick();
    for (const timer of this.timersByName.values()) timer.tick();
    this.ticks++;
    if (this.ticks % ticksPerRotation === 0) for (const timer of this.timersByName.values()) timer.rotate();
  }

  private *timerSamples(): Iterable<Sample> {
    for (const [name, timer] of this.timersByName) {
      const snapshot = timer.snapshot();
      for (const share of timerQuantiles) yield { labels: { name, quantile: share }, value: snapshot.quantile(share) / 1000 };
      yield { suffix: '_sum', labels: { name }, value: timer.sum / 1000 };
      yield { suffix: '_count', labels: { name }, value: timer.count };
    }
  }
}

function found<M>(metrics: Map<string, M>, name: string, make: () => M): M {
  let metric = metrics.get(name);
  if (metric === undefined) metrics.set(name, (metric = make()));
  return metric;
}
