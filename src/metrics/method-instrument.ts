import { modelOf } from '../reflection/class-model.js';
import type { MethodModel } from '../reflection/class-model.js';
import type { Class } from '../reflection/type-ref.js';
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

  /** The same function, measured; a promise is measured until it settles, and handed on as it is. */
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
      if (result instanceof Promise) {
        result.then(
          () => this.end(started),
          (thrown: unknown) => this.fail(started, thrown),
        );
      } else {
        this.end(started);
      }
      return result;
    };
  }

  /** Before the call; what it gives is needed by {@link end} and {@link fail}. */
  begin(): number {
    this.meter?.mark();
    return this.timer === undefined ? 0 : performance.now();
  }

  /** The call has returned, or what it promised is there. */
  end(started: number): void {
    this.timer?.record(performance.now() - started);
  }

  /** The call has thrown, or what it promised has failed. */
  fail(started: number, thrown: unknown): void {
    this.end(started);
    const { exceptions } = this;
    if (exceptions !== undefined && isCausedBy(thrown, exceptions.cause)) exceptions.meter.mark();
  }
}

/** The instrument of an annotated method; undefined where there is nothing to measure, so that nothing is paid. */
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

/** Class and method, as the reference has it; the suffix belongs to names that we make up only. */
function nameOf(annotation: MetricName, { declaredBy, name }: MethodModel, suffix: string): string {
  const own = annotation.name ?? `${name}${suffix}`;
  return annotation.absolute === true ? own : `${declaredBy.name}.${own}`;
}

function isCausedBy(thrown: unknown, cause: Class<Error> | undefined): boolean {
  if (cause === undefined || thrown instanceof cause) return true;
  return thrown instanceof Error && thrown.cause instanceof cause;
}
