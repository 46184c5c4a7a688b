import type { Sample } from './exported-metric.js';

/** Counts durations in fixed buckets, for a histogram that Prometheus can add up over instances. */
export class DurationBuckets {
  private readonly counts: Float64Array;
  private total = 0;
  private sumSeconds = 0;

  /** @param bounds upper bounds in seconds, rising */
  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  record(seconds: number): void {
    const { bounds } = this;
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
    this.counts[bucket]!++;
    this.total++;
    this.sumSeconds += seconds;
  }

  *samples(labels: Readonly<Record<string, string>>): Iterable<Sample> {
    let below = 0;
    for (const [bucket, bound] of this.bounds.entries()) {
      below += this.counts[bucket]!;
      yield { suffix: '_bucket', labels: { ...labels, le: bound }, value: below };
    }
    yield { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: this.total };
    yield { suffix: '_sum', labels, value: this.sumSeconds };
    yield { suffix: '_count', labels, value: this.total };
  }
}
