import type { Meter } from './meter.js';
import type { MetricRegistry } from './metric-registry.js';
import type { Rates } from './moving-average.js';
import type { Timer } from './timer.js';

/** All metrics in the JSON shape of the reference's admin port. */
export interface MetricsJson {
  /** The version of this format. */
  readonly version: '4.0.0';
  readonly gauges: Readonly<Record<string, { readonly value: number }>>;
  readonly counters: Readonly<Record<string, { readonly count: number }>>;
  readonly histograms: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly meters: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  readonly timers: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
}

/** Timers and meters under their own names in the reference's fields; everything else under its Prometheus name and labels. */
export async function metricsJson(registry: MetricRegistry): Promise<MetricsJson> {
  const groups = { gauges: emptyGroup(), counters: emptyGroup(), histograms: emptyGroup() };
  for (const family of await allFamilies(registry)) {
    if (family.name === 'keelson_timer_seconds' || family.name === 'keelson_meter_total') continue;
    for (const { labels = {}, metricName, value } of family.values) addValue(groups, family, { labels, metricName, value });
  }
  return {
    version: '4.0.0',
    gauges: sorted(groups.gauges) as MetricsJson['gauges'],
    counters: sorted(groups.counters) as MetricsJson['counters'],
    histograms: sorted(groups.histograms),
    meters: sorted(new Map([...registry.meters].map(([name, meter]) => [name, meterJson(meter)]))),
    timers: sorted(new Map([...registry.timers].map(([name, timer]) => [name, timerJson(timer)]))),
  };
}

type Group = Map<string, Record<string, number>>;

interface FamilyValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName: string | undefined;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly type: string;
  readonly values: readonly (Partial<FamilyValue> & { readonly value: number })[];
}

async function allFamilies(registry: MetricRegistry): Promise<readonly Family[]> {
  const families = await Promise.all(registry.registries.map((each) => each.getMetricsAsJSON()));
  // The declared type makes `type` a number and leaves out `metricName`; both are otherwise at run time.
  return families.flat() as unknown as readonly Family[];
}

function addValue(groups: Readonly<Record<'gauges' | 'counters' | 'histograms', Group>>, family: Family, found: FamilyValue): void {
  const { le, quantile, ...labels } = found.labels;
  const name = `${family.name}${labelText(labels)}`;
  if (family.type === 'gauge') groups.gauges.set(name, { value: found.value });
  else if (family.type === 'counter') groups.counters.set(name, { count: found.value });
  else {
    let fields = groups.histograms.get(name);
    if (fields === undefined) groups.histograms.set(name, (fields = {}));
    if (found.metricName?.endsWith('_sum') === true) fields['sum'] = found.value;
    else if (found.metricName?.endsWith('_count') === true) fields['count'] = found.value;
    else fields[le === undefined ? `p${quantile}` : `le ${le}`] = found.value;
  }
}

function labelText(labels: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function timerJson(timer: Timer): Record<string, number | string> {
  const snapshot = timer.snapshot();
  const seconds = (share: number): number => (snapshot.count === 0 ? 0 : snapshot.quantile(share) / 1000);
  return {
    count: timer.count,
    max: snapshot.max / 1000,
    mean: snapshot.mean / 1000,
    min: snapshot.min / 1000,
    p50: seconds(0.5),
    p75: seconds(0.75),
    p95: seconds(0.95),
    p98: seconds(0.98),
    p99: seconds(0.99),
    p999: seconds(0.999),
    stddev: snapshot.standardDeviation / 1000,
    ...ratesJson(timer.rates),
    duration_units: 'seconds',
    rate_units: 'calls/second',
  };
}

function meterJson(meter: Meter): Record<string, number | string> {
  return { count: meter.count, ...ratesJson(meter.rates), units: 'events/second' };
}

function ratesJson(rates: Rates): Record<string, number> {
  return { m15_rate: rates.fifteenMinutes, m1_rate: rates.oneMinute, m5_rate: rates.fiveMinutes, mean_rate: rates.mean };
}

function emptyGroup(): Group {
  return new Map();
}

function sorted<V>(group: ReadonlyMap<string, V>): Record<string, V> {
  return Object.fromEntries([...group].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
