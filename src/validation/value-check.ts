import type { Class } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { Wrapper } from '../values/wrapper.js';
import type { GroupSet } from './groups.js';
import { ValidationMethodError } from './validation-method-error.js';
import type { ClassPlan, ValidationMethodPlan } from './validation-plan.js';
import type { ConstraintStep, ValuePlan } from './value-plan.js';
import { FoundViolation } from './violation.js';
import type { Violation } from './violation.js';

/** A {@link Check} in the middle of an object graph; `ancestors` are the objects on the way to this value, so that circles end. */
export type ValueCheck = (value: unknown, violations: Violation[], ancestors: object[]) => void;

/** Makes checks of plans: the compiler, or the interpreter it is held to. */
export interface CheckMaker {
  /** The check of a value; undefined where these groups ask nothing of it. */
  forValue(plan: ValuePlan, groups: GroupSet, classes: ClassChecks): ValueCheck | undefined;
  forClass(plan: ClassPlan, groups: GroupSet, classes: ClassChecks): ValueCheck;
}

/** Yields the check of a class, made when first asked for. */
export type ClassChecks = (type: Class) => ValueCheck;

/** What is inside an Optional or a wrapper, undefined for nothing; anything else is its own content. */
export function contentOf(value: unknown): unknown {
  if (value instanceof Optional) return value.orElse(undefined);
  if (!(value instanceof Wrapper)) return value;
  const content: unknown = value.get();
  return content instanceof Optional ? content.orElse(undefined) : content;
}

/** True where the plan leaves the absent content of this value alone. */
export function isSkipped(plan: ValuePlan, value: unknown): boolean {
  return plan.absentContent === 'skipped' && (plan.holder === 'optional' || value instanceof Optional);
}

export function violationOf(step: ConstraintStep, value: unknown): FoundViolation {
  const message = typeof step.message === 'string' ? step.message : step.message(value);
  return new FoundViolation(step.name, message, step.attributes, undefined);
}

/** Asks the object; the method is looked up where the class keeps it, because a value may only have the form of the class. */
export function callValidationMethod(plan: ClassPlan, method: ValidationMethodPlan, value: object, violations: Violation[]): void {
  const prototype = plan.type.prototype as Record<string, (this: object) => unknown>;
  let answer: unknown;
  try {
    answer = prototype[method.name]!.call(value);
  } catch (threw) {
    throw new ValidationMethodError(plan.type.name, method.name, { threw });
  }
  if (answer === false) violations.push(methodViolation(method, value));
  else if (answer !== true) throw new ValidationMethodError(plan.type.name, method.name, { returned: answer });
}

export function methodViolation({ name, message }: ValidationMethodPlan, value: object): FoundViolation {
  return new FoundViolation('ValidationMethod', typeof message === 'string' ? message : message(value), noAttributes, name);
}

const noAttributes: Readonly<Record<string, unknown>> = Object.freeze({});
