import type { Metric, Registry } from 'prom-client';

/** One line of the text format: a value with its labels, under the family's name or that name with a suffix. */
export interface Sample {
  readonly suffix?: '_sum' | '_count' | '_bucket';
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A family of values that are kept elsewhere and read at each scrape. */
export interface ExportedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'summary' | 'histogram';
  samples(): Iterable<Sample>;
}

/**
 * Adds a family to a prom-client registry.
 *
 * The library's own classes look their labels up by text on each call; what is counted on every request is therefore counted by us, in
 * fields bound beforehand, and only shown through the library.
 */
export function exportFamily(registry: Registry, family: ExportedFamily): void {
  const { name, help, type } = family;
  const metric = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: () =>
      Promise.resolve({ name, help, type, aggregator: 'sum', values: Array.from(family.samples(), (sample) => valueOf(name, sample)) }),
    reset: () => {},
  };
  // A registry uses nothing of a metric but these; its declared type names the library's classes.
  registry.registerMetric(metric as unknown as Metric);
}

function valueOf(name: string, { suffix, labels = {}, value }: Sample): object {
  return suffix === undefined ? { labels, value } : { metricName: `${name}${suffix}`, labels, value };
}
