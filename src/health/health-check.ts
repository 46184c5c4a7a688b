/** What a health check found: healthy, with an optional message, or unhealthy with the reason and, if something was thrown, the error. */
export type HealthResult =
  | { readonly healthy: true; readonly message?: string }
  | { readonly healthy: false; readonly message: string; readonly error?: Error };

/** Makes results: `HealthResult.healthy()`, `HealthResult.unhealthy('disk full')`, `HealthResult.unhealthy(error)`. */
export const HealthResult = {
  healthy(message?: string): HealthResult {
    return message === undefined ? { healthy: true } : { healthy: true, message };
  },

  unhealthy(reason: string | Error, error?: Error): HealthResult {
    if (typeof reason !== 'string') return { healthy: false, message: reason.message, error: reason };
    return error === undefined ? { healthy: false, message: reason } : { healthy: false, message: reason, error };
  },
} as const;

/**
 * Checks something that the service depends on.
 *
 * A check that throws or rejects is unhealthy. The signal is aborted when the check has taken longer than it may.
 */
export abstract class HealthCheck {
  abstract check(signal: AbortSignal): HealthResult | Promise<HealthResult>;
}

/** A health check as a function. Anything it returns that is not a {@link HealthResult} means healthy. */
export type HealthCheckFunction = (signal: AbortSignal) => unknown;
