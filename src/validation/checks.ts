import type { MethodModel } from '../reflection/class-model.js';
import { canGenerateCode } from '../reflection/generated-code.js';
import type { Class } from '../reflection/type-ref.js';
import { GroupSet } from './groups.js';
import type { Group } from './groups.js';
import { validationCompiler } from './validation-compiler.js';
import { validationInterpreter } from './validation-interpreter.js';
import { ValidationModelError } from './validation-model-error.js';
import { planOf, planParameter, planReturnValue, problemsOfMethod, problemsReachedFrom } from './validation-plan.js';
import type { CheckMaker, ClassChecks, ValueCheck } from './value-check.js';
import type { ValuePlan } from './value-plan.js';
import type { Check } from './violation.js';

/** Makes and caches checks: the internal side of a validator, for code that has models of classes and methods. */
export class Checks {
  private readonly ofClasses = new Map<GroupSet, WeakMap<Class, ValueCheck>>();
  private readonly ofAnything = new Map<GroupSet, Check>();

  /** @param maker the compiler, unless the process must not make code from text; only tests give another */
  constructor(private readonly maker: CheckMaker = canGenerateCode() ? validationCompiler : validationInterpreter) {}

  /** The check of any value, taken for what it is. */
  forAnything(groups: GroupSet): Check {
    let check = this.ofAnything.get(groups);
    if (check === undefined) this.ofAnything.set(groups, (check = this.entry(anythingPlan, groups) ?? passes));
    return check;
  }

  /** The check of a class's instances, and of objects of the same form; null and undefined pass it. */
  forClass(type: Class, groups: readonly Group[]): Check {
    refuse(problemsReachedFrom(type));
    return this.entry(cascadePlan(type), GroupSet.of(groups)) ?? passes;
  }

  /** The check of a parameter's constraints and, with `@Valid`, of what it consists of; undefined where these groups ask nothing of it. */
  forParameter(method: MethodModel, index: number, groups: readonly Group[]): Check | undefined {
    refuse(problemsOfMethod(method));
    return this.entry(planParameter(method, index), GroupSet.of(groups));
  }

  /** The same for what a method returns, or for what its promise yields. */
  forReturnValue(method: MethodModel, groups: readonly Group[]): Check | undefined {
    refuse(problemsOfMethod(method));
    return this.entry(planReturnValue(method), GroupSet.of(groups));
  }

  private entry(plan: ValuePlan, groups: GroupSet): Check | undefined {
    const check = this.maker.forValue(plan, groups, this.classChecks(groups));
    if (check === undefined) return undefined;
    return plan.cascade === undefined ? alone(check) : withAncestors(check);
  }

  private classChecks(groups: GroupSet): ClassChecks {
    let made = this.ofClasses.get(groups);
    if (made === undefined) this.ofClasses.set(groups, (made = new WeakMap<Class, ValueCheck>()));
    const known = made;
    // Objects of one class tend to come one after the other, and the map takes longer than all the rest of the way to a check.
    let [lastType, lastCheck]: [Class?, ValueCheck?] = [];
    const classes: ClassChecks = (type) => {
      if (type === lastType) return lastCheck!;
      let check = known.get(type);
      if (check === undefined) {
        refuse(problemsReachedFrom(type));
        known.set(type, (check = this.maker.forClass(planOf(type), groups, classes)));
      }
      [lastType, lastCheck] = [type, check];
      return check;
    };
    return classes;
  }
}

const anythingPlan = cascadePlan(undefined);
const passes: Check = () => undefined;

function cascadePlan(type: Class | undefined): ValuePlan {
  const cascade = type === undefined ? ({ kind: 'byValue' } as const) : ({ kind: 'class', type } as const);
  return { holder: 'none', absentContent: 'checked', steps: [], cascade, cascadesInto: [], problems: [] };
}

/** A check that enters no other objects needs no ancestors. If it throws, the list of violations stays as it was. */
function alone(check: ValueCheck): Check {
  return (value, violations) => {
    const before = violations.length;
    try {
      check(value, violations, noAncestors);
    } catch (error) {
      violations.length = before;
      throw error;
    }
  };
}

/** One list of ancestors serves all validations, one after the other; a validation within a validation takes a list of its own. */
function withAncestors(check: ValueCheck): Check {
  return (value, violations) => {
    const before = violations.length;
    const ancestors = freeAncestors ?? [];
    freeAncestors = undefined;
    try {
      check(value, violations, ancestors);
    } catch (error) {
      violations.length = before;
      ancestors.length = 0;
      throw error;
    } finally {
      freeAncestors = ancestors;
    }
  };
}

let freeAncestors: object[] | undefined = [];
const noAncestors: object[] = [];

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ValidationModelError(problems);
}
