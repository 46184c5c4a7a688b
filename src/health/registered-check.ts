import { HealthResult } from './health-check.js';
import type { HealthCheck, HealthCheckFunction } from './health-check.js';

/** How a check affects readiness and liveness. */
export interface HealthCheckOptions {
  /** Whether a failure affects readiness or liveness, by its type; true by default. */
  readonly critical?: boolean;
  /** `ready`, the default, for what the service depends on; `alive` for what only a restart can fix. */
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

  /** Never rejects: a check that fails is an unhealthy result. */
  async run(limitMilliseconds: number): Promise<HealthResult> {
    if (this.hanging !== undefined) {
      // Starting it again would only pile up hanging checks.
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
      return resultOf(await this.invoke(signal));
    } catch (thrown) {
      return HealthResult.unhealthy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }
}

/** What a check returned, as a result. Anything that is not a HealthResult, such as the rows of a query, means healthy. */
function resultOf(returned: unknown): HealthResult {
  if (typeof returned !== 'object' || returned === null || !('healthy' in returned)) return HealthResult.healthy();
  const { healthy, message, error } = returned as { readonly healthy: unknown; readonly message?: unknown; readonly error?: unknown };
  const text = typeof message === 'string' ? message : undefined;
  if (healthy !== false) return HealthResult.healthy(healthy === true ? text : undefined);
  return error instanceof Error
    ? HealthResult.unhealthy(text ?? error.message, error)
    : HealthResult.unhealthy(text ?? 'the check gave no reason');
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
