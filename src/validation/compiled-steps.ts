import { Optional } from '../values/optional.js';
import { Wrapper } from '../values/wrapper.js';
import { classToApply, isPlainObject } from './cascade.js';
import { contentOf } from './value-check.js';
import type { ClassChecks, ValueCheck } from './value-check.js';
import { enoughViolations, placeWithin } from './violation.js';
import type { Violation } from './violation.js';

// What compiled checks call for values that their own code does not handle. Path nodes are made only when something was found.

/** Checks what a container holds; anything else holds nothing. */
export function eachElement(container: unknown, check: ValueCheck, violations: Violation[], ancestors: object[]): void {
  if (typeof container !== 'object' || container === null) return;
  if (Array.isArray(container)) eachOfList(container, check, violations, ancestors);
  else if (container instanceof Set) eachOfSet(container, check, violations, ancestors);
  else if (container instanceof Map) eachOfMap(container, check, violations, ancestors);
  else if (isPlainObject(container)) eachOfObject(container as Readonly<Record<string, unknown>>, check, violations, ancestors);
}

/** Validates a value by its own class. Containers may be circular too, since no declaration bounds them. */
export function cascadeByValue(value: unknown, violations: Violation[], ancestors: object[], classes: ClassChecks): void {
  if (typeof value !== 'object' || value === null || ancestors.includes(value)) return;
  if (value instanceof Optional || value instanceof Wrapper) return cascadeByValue(contentOf(value), violations, ancestors, classes);
  if (Array.isArray(value) || value instanceof Set || value instanceof Map || isPlainObject(value)) {
    ancestors.push(value);
    eachElement(value, (element) => cascadeByValue(element, violations, ancestors, classes), violations, ancestors);
    ancestors.pop();
    return;
  }
  const type = classToApply(value, undefined);
  if (type !== undefined) classes(type)(value, violations, ancestors);
}

/** Places what was found in an element; true where enough was found. */
export function placeIndex(violations: readonly Violation[], before: number, index: number): boolean {
  placeWithin(violations, before, { kind: 'index', index });
  return violations.length >= enoughViolations;
}

function placeKey(violations: readonly Violation[], before: number, key: string): boolean {
  placeWithin(violations, before, { kind: 'key', key });
  return violations.length >= enoughViolations;
}

function eachOfList(list: readonly unknown[], check: ValueCheck, violations: Violation[], ancestors: object[]): void {
  for (let index = 0; index < list.length; index++) {
    const before = violations.length;
    check(list[index], violations, ancestors);
    if (violations.length !== before && placeIndex(violations, before, index)) return;
  }
}

function eachOfSet(set: ReadonlySet<unknown>, check: ValueCheck, violations: Violation[], ancestors: object[]): void {
  let index = 0;
  for (const element of set) {
    const before = violations.length;
    check(element, violations, ancestors);
    if (violations.length !== before && placeIndex(violations, before, index)) return;
    index++;
  }
}

function eachOfMap(map: ReadonlyMap<unknown, unknown>, check: ValueCheck, violations: Violation[], ancestors: object[]): void {
  for (const [key, element] of map) {
    const before = violations.length;
    check(element, violations, ancestors);
    if (violations.length !== before && placeKey(violations, before, String(key))) return;
  }
}

function eachOfObject(object: Readonly<Record<string, unknown>>, check: ValueCheck, violations: Violation[], ancestors: object[]): void {
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    const before = violations.length;
    check(object[key], violations, ancestors);
    if (violations.length !== before && placeKey(violations, before, key)) return;
  }
}
