import type { ExceptionMapper } from './exception-mapper.js';

type AnyClass = abstract new (...args: never[]) => object;

/** The mappers by class; a later one for the same class replaces the earlier. */
export class ExceptionMappers {
  private readonly byClass = new Map<AnyClass, ExceptionMapper<object>>();
  /** Thrown classes are few, so their nearest mapper is looked for once. */
  private nearest = new WeakMap<object, ExceptionMapper<object> | 'none'>();

  add(mapper: ExceptionMapper<object>): this {
    this.byClass.set(mapper.type, mapper);
    this.nearest = new WeakMap();
    return this;
  }

  /** The mapper for the nearest class of what was thrown; undefined where there is none, as for a thrown text. */
  find(thrown: unknown): ExceptionMapper<object> | undefined {
    if (typeof thrown !== 'object' || thrown === null) return undefined;
    const prototype = Object.getPrototypeOf(thrown) as object | null;
    if (prototype === null) return undefined;
    let found = this.nearest.get(prototype);
    if (found === undefined) this.nearest.set(prototype, (found = this.nearestOf(prototype) ?? 'none'));
    return found === 'none' ? undefined : found;
  }

  private nearestOf(prototype: object): ExceptionMapper<object> | undefined {
    for (
      let current = prototype as { constructor?: AnyClass } | null;
      current !== null;
      current = Object.getPrototypeOf(current) as typeof current
    ) {
      const mapper = current.constructor === undefined ? undefined : this.byClass.get(current.constructor);
      if (mapper !== undefined) return mapper;
    }
    return undefined;
  }
}
