import { Doc } from '../../json/doc.js';
import { JsonPolymorphic, JsonProperty } from '../../json/json-annotations.js';
import { listOf } from '../../reflection/type-token.js';
import { MinDuration } from '../../validation/amount-constraints.js';
import { ValidationMethod } from '../../validation/constraint-annotations.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { Duration } from '../../values/duration.js';
import type { MetricsJson } from '../metrics-json.js';

/** Reports the metrics somewhere, periodically. An error that it throws is logged, and the next report is made all the same. */
export interface Reporter {
  report(metrics: MetricsJson): void | Promise<void>;
}

/**
 * An entry of `metrics.reporters`, chosen by its `type`. Extend it for places of your own, mark the class `@JsonTypeName('…')`, and register
 * it among the subtypes.
 */
@Doc('An entry of `metrics.reporters`, chosen by its `type`. Extend it for reporters of your own.')
@JsonPolymorphic()
export abstract class ReporterFactory {
  @Doc('How often to report; `metrics.frequency` unless set.')
  @JsonProperty
  @MinDuration('100 ms')
  frequency?: Duration;

  @Doc('The metrics to report; all if empty.')
  @JsonProperty(listOf(String))
  @NotNull
  includes: string[] = [];

  @Doc('The metrics not to report, even if they are included.')
  @JsonProperty(listOf(String))
  @NotNull
  excludes: string[] = [];

  @Doc('Whether the entries are regular expressions that the whole name must match.')
  @JsonProperty
  useRegexFilters: boolean = false;

  @Doc('Whether the entries match parts of names.')
  @JsonProperty
  useSubstringMatching: boolean = false;

  @Doc('Whether there is a last report when the service stops.')
  @JsonProperty
  reportOnStop: boolean = false;

  /** Makes the reporter. */
  abstract build(): Reporter;

  @ValidationMethod({ message: 'must have includes and excludes that are regular expressions if useRegexFilters is true' })
  isEveryFilterAnExpression(): boolean {
    return !this.useRegexFilters || [...this.includes, ...this.excludes].every(isExpression);
  }

  /** The metrics that this reporter reports. */
  filter(metrics: MetricsJson): MetricsJson {
    const [included, excluded] = [this.matcherOf(this.includes), this.matcherOf(this.excludes)];
    const all = this.includes.length === 0;
    const wanted = (name: string): boolean => (all || included(name)) && !excluded(name);
    const { version, gauges, counters, histograms, meters, timers } = metrics;
    return {
      version,
      gauges: picked(gauges, wanted),
      counters: picked(counters, wanted),
      histograms: picked(histograms, wanted),
      meters: picked(meters, wanted),
      timers: picked(timers, wanted),
    };
  }

  private matcherOf(entries: readonly string[]): (name: string) => boolean {
    if (this.useRegexFilters) {
      const expressions = entries.map((entry) => new RegExp(`^(?:${entry})$`));
      return (name) => expressions.some((expression) => expression.test(name));
    }
    if (this.useSubstringMatching) return (name) => entries.some((entry) => name.includes(entry));
    return (name) => entries.includes(name);
  }
}

/** Labels are no part of the name. */
function picked<V>(group: Readonly<Record<string, V>>, wanted: (name: string) => boolean): Readonly<Record<string, V>> {
  return Object.fromEntries(Object.entries(group).filter(([key]) => wanted(key.split('{', 1)[0]!)));
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
