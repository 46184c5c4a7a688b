import { Duration } from '../values/duration.js';
import { HealthResult } from './health-check.js';
import type { HealthCheck, HealthCheckFunction } from './health-check.js';
import { ProbeCache } from './probe-cache.js';
import { RegisteredCheck } from './registered-check.js';
import type { HealthCheckOptions } from './registered-check.js';

/** The results of a run by name, sorted. */
export type HealthResults = ReadonlyMap<string, HealthResult>;

/** How checks are bounded in time, and how floods of probes are met. */
export interface HealthCheckRegistrySettings {
  /** How long a check may take before it counts as unhealthy; 5 seconds unless said otherwise. */
  readonly timeout?: Duration | string;
  /** How old an answer from memory may be while probes come in floods; 100 milliseconds unless said otherwise. */
  readonly cacheFor?: Duration | string;
}

/** The name under which {@link HealthCheckRegistry.ready} tells that the service takes no traffic. */
const trafficName = 'traffic';

/**
 * Holds the health checks and runs them all at once, each within its time limit.
 *
 * @example registry.register('database', async () => { await pool.query('SELECT 1'); });
 */
export class HealthCheckRegistry {
  private readonly checks = new Map<string, RegisteredCheck>();
  private timeoutMilliseconds = 0;
  private readonly probes = new ProbeCache<HealthResults>(() => this.runEach());
  private refusal: string | undefined;

  constructor(settings: HealthCheckRegistrySettings = {}) {
    this.configure(settings);
  }

  /** Sets the limits anew; what is left out is as it was in the beginning. */
  configure({ timeout = '5 seconds', cacheFor = '100 milliseconds' }: HealthCheckRegistrySettings): void {
    this.timeoutMilliseconds = Duration.from(timeout).toMilliseconds();
    this.probes.cacheMilliseconds = Duration.from(cacheFor).toMilliseconds();
  }

  /** Adds a check; the same name once more replaces the first. */
  register(name: string, check: HealthCheck | HealthCheckFunction, options: HealthCheckOptions = {}): void {
    this.checks.set(name, new RegisteredCheck(name, check, options));
    this.probes.clear();
  }

  unregister(name: string): void {
    this.checks.delete(name);
    this.probes.clear();
  }

  /** The registered names, sorted. */
  get names(): readonly string[] {
    return [...this.checks.keys()].toSorted();
  }

  /** Runs every check; in a flood of probes the answer may come from memory. */
  all(): Promise<HealthResults> {
    return this.probes.get();
  }

  /** Makes the next probe run the checks, however many there were before it. */
  forget(): void {
    this.probes.clear();
  }

  /** The critical checks, and whether the service takes traffic at all. */
  async ready(): Promise<HealthResults> {
    if (this.refusal !== undefined) return new Map<string, HealthResult>([[trafficName, HealthResult.unhealthy(this.refusal)]]);
    return this.critical(await this.all(), () => true);
  }

  /** The critical checks that only a restart can mend. */
  async alive(): Promise<HealthResults> {
    return this.critical(await this.all(), (check) => check.type === 'alive');
  }

  /** Makes {@link ready} fail, whatever the checks say: the first step of an orderly stop. */
  refuseTraffic(reason: string): void {
    this.refusal = reason;
  }

  acceptTraffic(): void {
    this.refusal = undefined;
  }

  private critical(results: HealthResults, counts: (check: RegisteredCheck) => boolean): HealthResults {
    return new Map(
      [...results].filter(([name]) => {
        const check = this.checks.get(name);
        return check !== undefined && check.critical && counts(check);
      }),
    );
  }

  private async runEach(): Promise<HealthResults> {
    const names = this.names;
    const results = await Promise.all(names.map((name) => this.checks.get(name)!.run(this.timeoutMilliseconds)));
    return new Map(names.map((name, index) => [name, results[index]!]));
  }
}

/** True where not one result is unhealthy. */
export function allHealthy(results: HealthResults): boolean {
  for (const result of results.values()) if (!result.healthy) return false;
  return true;
}
