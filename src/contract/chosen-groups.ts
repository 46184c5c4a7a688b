import { isPolymorphicBase } from '../json/subtypes.js';
import type { MethodModel } from '../reflection/class-model.js';
import type { Class } from '../reflection/type-ref.js';
import { ValidatedKind } from '../validation/constraint-annotations.js';
import { Default } from '../validation/groups.js';
import type { Group } from '../validation/groups.js';
import { planOf, planParameter } from '../validation/validation-plan.js';
import type { ValuePlan } from '../validation/value-plan.js';

/** Groups that `@Validated` chooses for the parameters of a method, and to which nothing that is validated belongs. */
export function groupProblems(method: MethodModel, name: string): readonly string[] {
  const chosen = method.parameters.flatMap(({ annotations }) => annotations.all(ValidatedKind))[0];
  if (chosen === undefined) return [];
  const carried = groupsCarried(method.parameters.map(({ index }) => planParameter(method, index)));
  if (carried === 'unknown') return [];
  if (carried.size === 0)
    return [`${name}: has @Validated, but none of its parameters has a constraint or @Valid; add @Valid to what is to be validated`];
  return chosen
    .filter((group) => group !== Default && !withIncluded(group).some((one) => carried.has(one)))
    .map(
      (group) =>
        `${name}: @Validated chooses the group ${group.name}, to which no constraint of its parameters belongs; ` +
        `give the constraints "groups: ${group.name}", or choose another group`,
    );
}

/** The groups of all constraints that a validation of these values can meet; unknown where it may meet classes that are not known here. */
function groupsCarried(values: readonly ValuePlan[]): ReadonlySet<Group> | 'unknown' {
  const groups = new Set<Group>();
  const classes = new Set<Class>();
  const plans = [...values];
  for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
    if (plan.cascade !== undefined && plan.cascadesInto.length === 0) return 'unknown';
    for (const step of plan.steps) {
      if (step.kind === 'elements') plans.push(step.element);
      else for (const group of step.groups) groups.add(group);
    }
    for (const type of plan.cascadesInto.filter((one) => !classes.has(one))) {
      if (isPolymorphicBase(type)) return 'unknown';
      classes.add(type);
      const { properties, methods } = planOf(type);
      plans.push(...properties.map(({ value }) => value));
      for (const method of methods) for (const group of method.groups) groups.add(group);
    }
  }
  return groups;
}

function withIncluded(group: Group): readonly Group[] {
  const all = new Set([group]);
  for (const one of all) for (const included of one.includes) all.add(included);
  return [...all];
}
