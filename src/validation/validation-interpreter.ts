import { Optional } from '../values/optional.js';
import { Wrapper } from '../values/wrapper.js';
import { classToApply, isPlainObject } from './cascade.js';
import type { Cascade } from './cascade.js';
import type { GroupSet } from './groups.js';
import { callValidationMethod, contentOf, isSkipped, violationOf } from './value-check.js';
import type { CheckMaker, ClassChecks } from './value-check.js';
import type { ValuePlan } from './value-plan.js';
import { enoughViolations, placeWithin } from './violation.js';
import type { PathNode, Violation } from './violation.js';

/**
 * Executes plans as they are. It defines what validation means; the compiler does the same, faster. It also runs where code must not be
 * generated.
 */
export const validationInterpreter: CheckMaker = {
  forValue(plan, groups, classes) {
    if (!asksAnything(plan, groups)) return undefined;
    return (value, violations, ancestors) => checkValue(plan, value, { groups, classes, violations, ancestors });
  },
  forClass(plan, groups, classes) {
    return (value, violations, ancestors) => {
      const run: Run = { groups, classes, violations, ancestors };
      const object = value as Record<string, unknown>;
      ancestors.push(object);
      for (const { node, member, access, value: property } of plan.properties) {
        const found = access === 'read' ? object[member] : (plan.type.prototype as Record<string, () => unknown>)[member]!.call(object);
        within(node, run, () => checkValue(property, found, run));
      }
      for (const method of plan.methods) {
        if (groups.selects(method.groups)) callValidationMethod(plan, method, object, violations);
      }
      ancestors.pop();
    };
  },
};

interface Run {
  readonly groups: GroupSet;
  readonly classes: ClassChecks;
  readonly violations: Violation[];
  readonly ancestors: object[];
}

function asksAnything({ steps, cascade: into }: ValuePlan, groups: GroupSet): boolean {
  return (
    into !== undefined ||
    steps.some((step) => (step.kind === 'constraint' ? groups.selects(step.groups) : asksAnything(step.element, groups)))
  );
}

/** The constraints as written, then what the value consists of. */
function checkValue(plan: ValuePlan, value: unknown, run: Run): void {
  const content = plan.holder === 'none' ? value : contentOf(value);
  for (const step of plan.steps) {
    const seen = step.looksAt === 'content' ? content : value;
    const missing = seen === null || seen === undefined;
    if (missing && step.looksAt === 'content' && isSkipped(plan, value)) continue;
    if (step.kind === 'elements') {
      eachElement(seen, run, (element) => checkValue(step.element, element, run));
    } else if (run.groups.selects(step.groups) && (missing ? step.absent === 'invalid' : !step.test(seen))) {
      run.violations.push(violationOf(step, seen));
    }
  }
  if (plan.cascade !== undefined) cascade(plan.cascade, value, run);
}

function cascade(into: Cascade, value: unknown, run: Run): void {
  if (typeof value !== 'object' || value === null) return;
  if (into.kind === 'byValue' || !isOfKind(into.kind, value)) cascadeByValue(value, run);
  else if (into.kind === 'optional') cascade(into.element, contentOf(value), run);
  else if (into.kind !== 'class') eachElement(value, run, (element) => cascade(into.element, element, run));
  else if (!run.ancestors.includes(value)) run.classes(classToApply(value, into.type)!)(value, run.violations, run.ancestors);
}

/** Validates a value by its own class. Containers may be circular too, since no declaration bounds them. */
function cascadeByValue(value: object, run: Run): void {
  if (run.ancestors.includes(value)) return;
  if (value instanceof Optional || value instanceof Wrapper) return cascade({ kind: 'byValue' }, contentOf(value), run);
  if (isContainer(value)) {
    run.ancestors.push(value);
    eachElement(value, run, (element) => cascade({ kind: 'byValue' }, element, run));
    run.ancestors.pop();
    return;
  }
  const type = classToApply(value, undefined);
  if (type !== undefined) run.classes(type)(value, run.violations, run.ancestors);
}

/** Whether a value is what its declaration says; where it is not, it is taken for what it is. */
function isOfKind(kind: Exclude<Cascade['kind'], 'byValue'>, value: object): boolean {
  if (kind === 'class') return true;
  if (kind === 'optional') return value instanceof Optional;
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'set') return value instanceof Set;
  return kind === 'map' ? value instanceof Map : isPlainObject(value);
}

function isContainer(value: object): boolean {
  return Array.isArray(value) || value instanceof Set || value instanceof Map || isPlainObject(value);
}

function eachElement(container: unknown, run: Run, check: (element: unknown) => void): void {
  if (typeof container !== 'object' || container === null) return;
  for (const [node, element] of partsOf(container)) {
    within(node, run, () => check(element));
    if (run.violations.length >= enoughViolations) return;
  }
}

function* partsOf(container: object): Iterable<readonly [PathNode, unknown]> {
  if (Array.isArray(container) || container instanceof Set) {
    let index = 0;
    for (const element of container as Iterable<unknown>) yield [{ kind: 'index', index: index++ }, element];
  } else if (container instanceof Map) {
    for (const [key, element] of container as ReadonlyMap<unknown, unknown>) yield [{ kind: 'key', key: String(key) }, element];
  } else if (isPlainObject(container)) {
    for (const [key, element] of Object.entries(container)) yield [{ kind: 'key', key }, element];
  }
}

function within(node: PathNode, run: Run, check: () => void): void {
  const before = run.violations.length;
  check();
  placeWithin(run.violations, before, node);
}
