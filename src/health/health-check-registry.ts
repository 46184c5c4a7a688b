import { Duration } from '../values/duration.js';
import { NameTakenError, RegisteredTooLateError } from '../values/registration-errors.js';
import { checkHealthCheckName } from './health-check-name.js';
import { HealthResult } from './health-check.js';
import type { HealthCheck, HealthCheckFunction } from './health-check.js';
import { ProbeCache } from './probe-cache.js';
import { RegisteredCheck } from './registered-check.js';
import type { HealthCheckOptions } from './registered-check.js';

/** The results of a run, sorted by name. */
export type HealthResults = ReadonlyMap<string, HealthResult>;

/** How long checks may take, and how often probes may run them. */
export interface HealthCheckRegistrySettings {
  /** How long a check may take before it counts as unhealthy; 5 seconds by default. */
  readonly timeout?: Duration | string;
  /** How old a cached result may be when probes arrive in quick succession; 100 milliseconds by default. */
  readonly cacheFor?: Duration | string;
}

/** The name under which {@link HealthCheckRegistry.ready} reports that the service takes no traffic. */
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
  private closed = false;

  constructor(settings: HealthCheckRegistrySettings = {}) {
    this.configure(settings);
  }

  /** Sets the limits; those left out get their defaults. */
  configure({ timeout = '5 seconds', cacheFor = '100 milliseconds' }: HealthCheckRegistrySettings): void {
    this.timeoutMilliseconds = Duration.from(timeout).toMilliseconds();
    this.probes.cacheMilliseconds = Duration.from(cacheFor).toMilliseconds();
  }

  /** Adds a check; refuses a second one of the same name. */
  register(name: string, check: HealthCheck | HealthCheckFunction, options: HealthCheckOptions = {}): void {
    if (this.checks.has(name)) {
      throw new NameTakenError('health check', name, 'give one of them another name, or replace the first with healthChecks.replace()');
    }
    this.replace(name, check, options);
  }

  /** Adds a check in place of the one of that name, if there is one. */
  replace(name: string, check: HealthCheck | HealthCheckFunction, options: HealthCheckOptions = {}): void {
    if (this.closed) throw new RegisteredTooLateError('health check', name);
    checkHealthCheckName(name);
    this.checks.set(name, new RegisteredCheck(name, check, options));
    this.probes.clear();
  }

  unregister(name: string): void {
    this.checks.delete(name);
    this.probes.clear();
  }

  /** Refuses further checks; called when the service starts. */
  close(): void {
    this.closed = true;
  }

  /** The registered names, sorted. */
  get names(): readonly string[] {
    return [...this.checks.keys()].toSorted();
  }

  /** Runs every check, or returns cached results when probes arrive in quick succession. */
  all(): Promise<HealthResults> {
    return this.probes.get();
  }

  /** Drops cached results, so that the next probe runs the checks. */
  forget(): void {
    this.probes.clear();
  }

  /** The results of the critical checks; a single unhealthy one if the service takes no traffic. */
  async ready(): Promise<HealthResults> {
    if (this.refusal !== undefined) return new Map<string, HealthResult>([[trafficName, HealthResult.unhealthy(this.refusal)]]);
    return this.critical(await this.all(), () => true);
  }

  /** The results of the critical checks that only a restart can fix. */
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

/** Whether all results are healthy. */
export function allHealthy(results: HealthResults): boolean {
  for (const result of results.values()) if (!result.healthy) return false;
  return true;
}
