import { createRequire } from 'node:module';

/** The API of OpenTelemetry, as its package exports it. */
export type OpenTelemetryApi = typeof import('@opentelemetry/api');

/** A span of that API. */
export type Span = import('@opentelemetry/api').Span;

/**
 * The API, if the application has registered a tracer provider with it; else undefined, and no file of it is loaded. The API keeps what is
 * registered under a symbol that all its copies share, so the user's copy and ours are one.
 */
export function openTelemetry(): OpenTelemetryApi | undefined {
  const registered = (globalThis as { readonly [registry]?: { readonly trace?: unknown } })[registry];
  if (registered?.trace === undefined) return undefined;
  loaded ??= createRequire(import.meta.url)('@opentelemetry/api') as OpenTelemetryApi;
  return loaded;
}

const registry = Symbol.for('opentelemetry.js.api.1');
let loaded: OpenTelemetryApi | undefined;
