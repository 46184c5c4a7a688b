import { HealthResult } from './health-check.js';
import type { HealthCheck, HealthCheckFunction } from './health-check.js';

/** What readiness and liveness make of a check. */
export interface HealthCheckOptions {
  /** Whether a failure takes the service out of traffic (`ready`) or has it restarted (`alive`); true unless said otherwise. */
  readonly critical?: boolean;
  /** `ready` for what the service depends on; `alive` for what only a restart can mend. */
  readonly type?: HealthCheckType;
}

/** What a failing check asks for: no traffic for now (`ready`), or a restart (`alive`). */
export type HealthCheckType = 'ready' | 'alive';

/** One check as registered: run within a time limit, and never twice at once. */
export class RegisteredCheck {
  readonly critical: boolean;
  readonly type: HealthCheckType;
  private readonly invoke: HealthCheckFunction;
  private hanging: { readonly since: number } | undefined;

  constructor(
    readonly name: string,
    check: HealthCheck | HealthCheckFunction,
    options: HealthCheckOptions,
  ) {
    this.invoke = typeof check === 'function' ? check : (signal) => check.check(signal);
    this.critical = options.critical ?? true;
    this.type = options.type ?? 'ready';
  }

  /** Never rejects: what goes wrong is the result. */
  async run(limitMilliseconds: number): Promise<HealthResult> {
    if (this.hanging !== undefined) {
      // To start it once more would only pile up what hangs.
      return HealthResult.unhealthy(`still running after ${secondsSince(this.hanging.since)}; not started again until it ends`);
    }
    const timeout = new AbortController();
    const started = { since: performance.now() };
    const outcome = this.outcome(timeout.signal);
    const limit = timeLimit(limitMilliseconds);
    const first = await Promise.race([outcome, limit.passed]);
    limit.cancel();
    if (first !== undefined) return first;

    this.hanging = started;
    void outcome.then(() => {
      this.hanging = undefined;
    });
    const result = HealthResult.unhealthy(`no result within ${limitMilliseconds / 1000} s`);
    timeout.abort(new Error(`The health check ${this.name} gave ${result.message ?? ''}`));
    return result;
  }

  private async outcome(signal: AbortSignal): Promise<HealthResult> {
    try {
      return (await this.invoke(signal)) ?? HealthResult.healthy();
    } catch (thrown) {
      return HealthResult.unhealthy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }
}

interface TimeLimit {
  readonly passed: Promise<undefined>;
  cancel(): void;
}

function timeLimit(milliseconds: number): TimeLimit {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
