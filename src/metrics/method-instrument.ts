import { modelOf } from '../reflection/class-model.js';
import type { MethodModel } from '../reflection/class-model.js';
import type { Class } from '../reflection/type-ref.js';
import { asPromise } from '../values/as-promise.js';
import type { Meter } from './meter.js';
import { ExceptionMeteredKind, MeteredKind, TimedKind } from './metric-annotations.js';
import type { ExceptionMetricName, MetricName } from './metric-annotations.js';
import type { MetricRegistry } from './metric-registry.js';
import type { Timer } from './timer.js';

/**
 * What the annotations of one method ask for, with its metrics looked up beforehand.
 *
 * @example const invoke = instrumentOf(PersonResource, 'get', metrics)?.around(plainInvoke) ?? plainInvoke;
 */
export class MethodInstrument {
  constructor(
    private readonly timer: Timer | undefined,
    private readonly meter: Meter | undefined,
    private readonly exceptions: { readonly meter: Meter; readonly cause: Class<Error> | undefined } | undefined,
  ) {}

  /** The same function, measured; a promise, or a thenable such as a query builder, is measured until it settles. */
  around<A extends readonly unknown[], R>(invoke: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      const started = this.begin();
      let result: R;
      try {
        result = invoke(...args);
      } catch (thrown) {
        this.fail(started, thrown);
        throw thrown;
      }
      const promise = asPromise(result);
      if (promise === undefined) {
        this.end(started);
        return result;
      }
      promise.then(
        () => this.end(started),
        (thrown: unknown) => this.fail(started, thrown),
      );
      // The promise, not the thenable: a query builder sends its query each time `then` is called. Both resolve with the same value.
      return promise as R;
    };
  }

  /** Called before the method; pass the result to {@link end} or {@link fail}. */
  begin(): number {
    this.meter?.mark();
    return this.timer === undefined ? 0 : performance.now();
  }

  /** The method has returned, or its promise has resolved. */
  end(started: number): void {
    this.timer?.record(performance.now() - started);
  }

  /** The method has thrown, or its promise has rejected. */
  fail(started: number, thrown: unknown): void {
    this.end(started);
    const { exceptions } = this;
    if (exceptions !== undefined && isCausedBy(thrown, exceptions.cause)) exceptions.meter.mark();
  }
}

/** The instrument of an annotated method; undefined if there is nothing to measure, so that such methods pay nothing. */
export function instrumentOf(type: Class, method: string, registry: MetricRegistry): MethodInstrument | undefined {
  const model = modelOf(type).methods.find(({ name }) => name === method);
  if (model === undefined) return undefined;
  const timed = model.annotations.first(TimedKind);
  const metered = model.annotations.first(MeteredKind);
  const exceptionMetered = model.annotations.first(ExceptionMeteredKind);
  if (timed === undefined && metered === undefined && exceptionMetered === undefined) return undefined;
  return new MethodInstrument(
    timed && registry.timer(nameOf(timed, model, '')),
    metered && registry.meter(nameOf(metered, model, '')),
    exceptionMetered && exceptionsOf(exceptionMetered, model, registry),
  );
}

function exceptionsOf(
  annotation: ExceptionMetricName,
  model: MethodModel,
  registry: MetricRegistry,
): { meter: Meter; cause: Class<Error> | undefined } {
  return { meter: registry.meter(nameOf(annotation, model, '.exceptions')), cause: annotation.cause };
}

/** Class and method, as in Dropwizard; the suffix is added only to names that we make up. */
function nameOf(annotation: MetricName, { declaredBy, name }: MethodModel, suffix: string): string {
  const own = annotation.name ?? `${name}${suffix}`;
  return annotation.absolute === true ? own : `${declaredBy.name}.${own}`;
}

function isCausedBy(thrown: unknown, cause: Class<Error> | undefined): boolean {
  if (cause === undefined || thrown instanceof cause) return true;
  return thrown instanceof Error && thrown.cause instanceof cause;
}
