import { asPromise } from '../values/as-promise.js';
import { openTelemetry } from './open-telemetry.js';
import type { OpenTelemetryApi, Span } from './open-telemetry.js';

/**
 * Does the work within a span of its own; what it throws is noted there. Without a registered tracer provider the work is just done.
 *
 * @example const price = await span('price lookup', () => prices.of(item));
 */
export function span<R>(name: string, work: () => R): R {
  const api = openTelemetry();
  if (api === undefined) return work();
  return api.trace.getTracer('keelson').startActiveSpan(name, (current) => {
    let result: R;
    try {
      result = work();
    } catch (thrown) {
      fail(api, current, thrown);
      throw thrown;
    }
    const promise = asPromise(result);
    if (promise === undefined) {
      current.end();
      return result;
    }
    promise.then(
      () => current.end(),
      (thrown: unknown) => fail(api, current, thrown),
    );
    // The promise, not a thenable: some do their work each time `then` is called.
    return promise as R;
  });
}

/** A method decorator: bare, or with the name of the span. */
export interface TracedAnnotation {
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
  (name?: string): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;
}

/**
 * A span around each call of a method, of any class. It is named after class and method unless you name it.
 *
 * @example @Traced async of(item: Item): Promise<Price>
 */
export const Traced: TracedAnnotation = ((...args: readonly unknown[]) => {
  if (args.length === 3) return trace(undefined, ...(args as [object, PropertyKey, PropertyDescriptor]));
  const [name] = args as readonly [string?];
  return (...place: [object, PropertyKey, PropertyDescriptor]) => trace(name, ...place);
}) as TracedAnnotation;

/** The headers that pass the current trace on to another service; none without a registered tracer provider. */
export function traceHeaders(): Record<string, string> {
  const api = openTelemetry();
  const headers: Record<string, string> = {};
  api?.propagation.inject(api.context.active(), headers);
  return headers;
}

function trace(name: string | undefined, target: object, method: PropertyKey, descriptor: PropertyDescriptor): void {
  const original = descriptor.value as (...args: unknown[]) => unknown;
  const title = name ?? `${target.constructor.name}.${String(method)}`;
  descriptor.value = function traced(this: unknown, ...args: unknown[]): unknown {
    return span(title, () => original.apply(this, args));
  };
}

function fail({ SpanStatusCode }: OpenTelemetryApi, current: Span, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  current.recordException(error);
  current.setAttribute('error.type', error.name);
  current.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
  current.end();
}
