import { exportFamily } from '../metrics/exported-metric.js';
import type { MetricRegistry } from '../metrics/metric-registry.js';

/** What became of credentials, or of a known caller. */
export type AuthOutcome = 'recognised' | 'wrong' | 'forbidden' | 'failed';

/** Counts by scheme and outcome: `keelson_auth_total{scheme="Basic",outcome="wrong"}`. */
export class AuthMetrics {
  private readonly counts = new Map<string, Map<AuthOutcome, number>>();

  private isRegistered = false;

  constructor(private readonly registry: MetricRegistry) {}

  /** Shows the metric; a service without authenticators has none. */
  register(): void {
    if (this.isRegistered) return;
    this.isRegistered = true;
    exportFamily(this.registry.prometheus, {
      name: 'keelson_auth_total',
      help: 'Credentials by scheme and outcome, and refusals of known callers.',
      type: 'counter',
      samples: () =>
        [...this.counts].flatMap(([scheme, outcomes]) => [...outcomes].map(([outcome, value]) => ({ labels: { scheme, outcome }, value }))),
    });
  }

  count(scheme: string, outcome: AuthOutcome): void {
    let outcomes = this.counts.get(scheme);
    if (outcomes === undefined) this.counts.set(scheme, (outcomes = new Map<AuthOutcome, number>()));
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
}
