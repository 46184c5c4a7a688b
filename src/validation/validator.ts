import type { Class } from '../reflection/type-ref.js';
import { Checks } from './checks.js';
import { ConstraintViolationException } from './constraint-violation-exception.js';
import { GroupSet } from './groups.js';
import type { Group } from './groups.js';
import { problemsReachedFrom } from './validation-plan.js';
import type { CheckMaker } from './value-check.js';
import type { Check, Violation } from './violation.js';

/**
 * Tells what is wrong with values, by the constraints that their classes carry. For each class and choice of groups it makes one
 * function, once; where a class carries annotations that cannot mean anything, that is when a {@link ValidationModelError} lists them all.
 */
export class Validator {
  private anyByDefault: Check | undefined;

  constructor() {
    insides.set(this, new Checks());
  }

  /** What is wrong with an object, or with what a list, set or map holds; nothing where it is valid. Without groups, `Default` counts. */
  validate(value: object, ...groups: readonly Group[]): readonly Violation[] {
    const violations: Violation[] = [];
    const check =
      groups.length === 0
        ? (this.anyByDefault ??= checksOf(this).forAnything(GroupSet.of(groups)))
        : checksOf(this).forAnything(GroupSet.of(groups));
    check(value, violations);
    return violations;
  }

  /** Throws a {@link ConstraintViolationException} that tells all violations, unless the object is valid. */
  ensureValid(value: object, ...groups: readonly Group[]): void {
    const violations = this.validate(value, ...groups);
    if (violations.length > 0) throw new ConstraintViolationException(violations);
  }

  /** The check of a class's instances, and of objects of the same form; null and undefined pass it. */
  forClass(type: Class, ...groups: readonly Group[]): Check {
    return checksOf(this).forClass(type, groups);
  }

  /** Everything wrong with the annotations of a class and of those it cascades into, for a report over many classes. */
  problemsOfClass(type: Class): readonly string[] {
    return problemsReachedFrom(type);
  }
}

/** What a validator works with; not for users, who know nothing of models. */
export function checksOf(validator: Validator): Checks {
  return insides.get(validator)!;
}

/** A validator with the given maker of checks, for tests. */
export function validatorWith(maker: CheckMaker): Validator {
  const validator = new Validator();
  insides.set(validator, new Checks(maker));
  return validator;
}

const insides = new WeakMap<Validator, Checks>();
