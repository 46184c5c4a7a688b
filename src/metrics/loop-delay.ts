import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IntervalHistogram } from 'node:perf_hooks';

import type { Sample } from './exported-metric.js';

const resolutionMilliseconds = 20;
const windowMilliseconds = 30_000;
const shares: readonly number[] = [0.5, 0.9, 0.99, 1];

/**
 * How late the loop ran its timers. Looked at in windows, the running one and the last complete one, so that the numbers neither carry
 * the whole past nor depend on how many ask for them.
 */
export class LoopDelay {
  private histogram: IntervalHistogram | undefined;
  private window: NodeJS.Timeout | undefined;
  private last: DelayWindow = emptyWindow;
  private retired = { count: 0, sum: 0 };

  start(): void {
    this.histogram = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
    this.histogram.enable();
    this.window = setInterval(() => this.beginWindow(), windowMilliseconds).unref();
  }

  stop(): void {
    clearInterval(this.window);
    this.histogram?.disable();
  }

  *samples(): Iterable<Sample> {
    const current = this.histogram === undefined ? emptyWindow : windowOf(this.histogram);
    for (const [index, share] of shares.entries()) {
      yield { labels: { quantile: share }, value: Math.max(current.delays[index]!, this.last.delays[index]!) };
    }
    yield { suffix: '_sum', value: this.retired.sum + current.sum };
    yield { suffix: '_count', value: this.retired.count + current.count };
  }

  private beginWindow(): void {
    const histogram = this.histogram!;
    this.last = windowOf(histogram);
    this.retired = { count: this.retired.count + this.last.count, sum: this.retired.sum + this.last.sum };
    histogram.reset();
  }
}

/** In seconds. */
interface DelayWindow {
  readonly count: number;
  readonly sum: number;
  readonly delays: readonly number[];
}

const emptyWindow: DelayWindow = { count: 0, sum: 0, delays: shares.map(() => 0) };

function windowOf(histogram: IntervalHistogram): DelayWindow {
  if (histogram.count === 0) return emptyWindow;
  const delays = shares.map((share) => lateness(histogram.percentile(share * 100)));
  return { count: histogram.count, sum: histogram.count * lateness(histogram.mean), delays };
}

/** The platform records the whole time from one look to the next; what counts is by how much that was too long. */
function lateness(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - resolutionMilliseconds / 1000);
}
