import { ContextKey } from '../../contract/annotations/context-key.js';
import { ContextKind } from '../../contract/annotations/parameter-annotations.js';
import type { ArgumentOf, Fits } from '../../reflection/annotation-types.js';
import { placeOf, record } from '../../reflection/annotation.js';
import type { RequestContext } from '../filters/request-context.js';

/** Stands on a parameter that can hold V. */
export type ParameterAnnotation<V> = <T extends object, M extends keyof T, I extends number>(
  target: T,
  method: M,
  index: I & Fits<V, ArgumentOf<T, M, I>, 'this parameter cannot hold'>,
) => void;

/**
 * Makes an annotation for parameters whose value is found in the request in a way of your own. What the function throws is answered as if the method
 * had thrown it. The name stands in messages about constraints: "tenant may not be null".
 *
 * @example
 * const Tenant = parameterAnnotation('tenant', (request) => request.header('X-Tenant') ?? 'public');
 * @GET list(@Tenant tenant: string): string[]
 */
export function parameterAnnotation<V>(name: string, find: (request: RequestContext) => V): ParameterAnnotation<V> {
  const context = new FoundContext(name, find);
  return (target, method, index) => record(ContextKind, context, placeOf([target, method, index]));
}

/** A key whose value is not left by a filter but found when it is asked for. */
export class FoundContext<V> extends ContextKey<V> {
  constructor(
    name: string,
    readonly find: (request: RequestContext) => V,
  ) {
    super(name);
  }
}
