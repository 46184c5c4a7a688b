import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Wrapper } from '../values/wrapper.js';

/** How `@Valid` goes into a value of a declared type. */
export type Cascade =
  | { readonly kind: 'class'; readonly type: Class }
  | { readonly kind: 'optional' | 'list' | 'set' | 'record' | 'map'; readonly element: Cascade }
  /** The declaration says nothing, or not enough: each value is taken for what it is. */
  | { readonly kind: 'byValue' };

/** The way into values of this type; undefined where they have no parts, as texts and numbers. */
export function cascadeInto(type: TypeRef, depth = 0): Cascade | undefined {
  const known = settled(type);
  switch (known.kind) {
    case 'class':
      return isTakenByValue(known.type) ? byValue : { kind: 'class', type: known.type };
    case 'optional':
    case 'list':
    case 'set':
    case 'record':
    case 'map': {
      // A type may contain itself through lazy(); deeper than this, values are taken for what they are.
      const element = depth === 16 ? byValue : cascadeInto(known.element, depth + 1);
      return element === undefined ? undefined : { kind: known.kind, element };
    }
    case 'unknown':
    case 'json':
      return byValue;
    default:
      return undefined;
  }
}

/** The classes that are named on the way. */
export function classesIn(cascade: Cascade): readonly Class[] {
  if (cascade.kind === 'class') return [cascade.type];
  return cascade.kind === 'byValue' ? [] : classesIn(cascade.element);
}

/** Whose plan applies to an object: that of its own class, unless the declaration asks for another and the object only has its form. */
export function classToApply(value: object, declared: Class | undefined): Class | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  const actual: unknown = typeof prototype === 'object' && prototype !== null ? prototype.constructor : undefined;
  if (typeof actual !== 'function') return declared;
  return declared === undefined || value instanceof declared ? (actual as Class) : declared;
}

/** True for `{ … }`: an object of no class, which is taken for a map. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

const byValue: Cascade = { kind: 'byValue' };

/** Wrappers are looked through, and collections of the user's own are collections. */
function isTakenByValue(type: Class): boolean {
  const prototype: unknown = type.prototype;
  // The prototype of a class that extends Array is an array itself only by inheritance, so Array.isArray does not see it.
  return [Wrapper, Array, Set, Map].some((base) => prototype instanceof base);
}
