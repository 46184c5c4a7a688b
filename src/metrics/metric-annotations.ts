import { AnnotationKind, isBareUse, placeOf, record } from '../reflection/annotation.js';
import type { DecoratorArguments } from '../reflection/annotation.js';
import type { Class } from '../reflection/type-ref.js';

/** The name of a metric: by default class and method. */
export interface MetricName {
  /** In place of the method's name. */
  readonly name?: string;
  /** Whether the name is used as it is, without the class before it. */
  readonly absolute?: boolean;
}

/** What `@ExceptionMetered` counts, and under which name. */
export interface ExceptionMetricName extends MetricName {
  /** Counts only errors of this class, or caused by one; everything that is thrown by default. */
  readonly cause?: Class<Error>;
}

type MethodDecoration = (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;

/** An annotation of methods: `@Timed`, `@Timed()`, `@Timed({ name: 'lookup' })`. */
export interface MetricAnnotation<N extends MetricName> {
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
  (name?: N): MethodDecoration;
}

export const TimedKind = new AnnotationKind<MetricName>('Timed');
export const MeteredKind = new AnnotationKind<MetricName>('Metered');
export const ExceptionMeteredKind = new AnnotationKind<ExceptionMetricName>('ExceptionMetered');

/** Times each call of a resource method or a task: how long, how often, with percentiles. */
export const Timed: MetricAnnotation<MetricName> = annotation(TimedKind);

/** Counts each call of a resource method or a task. */
export const Metered: MetricAnnotation<MetricName> = annotation(MeteredKind);

/** Counts the calls of a resource method or a task that throw. */
export const ExceptionMetered: MetricAnnotation<ExceptionMetricName> = annotation(ExceptionMeteredKind);

function annotation<N extends MetricName>(kind: AnnotationKind<N>): MetricAnnotation<N> {
  const annotate = (...args: readonly unknown[]): MethodDecoration | void => {
    if (isBareUse(args)) return record(kind, {} as N, placeOf(args as DecoratorArguments));
    const [name = {} as N] = args as readonly [N?];
    return (...where) => record(kind, name, placeOf(where));
  };
  // One function, two ways to be called; the compiler cannot see that each call gets what its form promises.
  return annotate as MetricAnnotation<N>;
}
