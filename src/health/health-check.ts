/** What a health check found: healthy, perhaps with a word on it, or unhealthy with the reason and, where something was thrown, the error. */
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
 * Tells whether something that the service depends on works.
 *
 * What it throws or rejects with makes it unhealthy. The signal is aborted when the time allowed has passed.
 */
export abstract class HealthCheck {
  abstract check(signal: AbortSignal): HealthResult | Promise<HealthResult>;
}

/** A health check as a function; to return nothing is to be healthy. */
export type HealthCheckFunction = (signal: AbortSignal) => HealthResult | void | Promise<HealthResult | void>;
