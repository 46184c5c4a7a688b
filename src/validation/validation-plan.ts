import { modelOf } from '../reflection/class-model.js';
import type { ClassModel, FieldModel, MethodModel } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { Class } from '../reflection/type-ref.js';
import { UnwrapKind, ValidKind, ValidatedKind, ValidationMethodKind } from './constraint-annotations.js';
import { RestrictionKind } from './constraint.js';
import type { Group } from './groups.js';
import { messageOf } from './messages.js';
import type { Message } from './messages.js';
import { planValue } from './value-plan.js';
import type { ValuePlan } from './value-plan.js';
import type { PathNode } from './violation.js';

/** What there is to check in the instances of a class, for all groups, and what is wrong with the annotations. */
export interface ClassPlan {
  readonly type: Class;
  readonly properties: readonly PropertyPlan[];
  readonly methods: readonly ValidationMethodPlan[];
  /** What cannot mean anything, in words that name class and member. */
  readonly problems: readonly string[];
}

export interface PropertyPlan {
  readonly node: PathNode & { readonly kind: 'property' };
  /** The member to read: a field or accessor, or a `get…` method without parameters to call. */
  readonly member: string;
  readonly access: 'read' | 'call';
  readonly value: ValuePlan;
}

export interface ValidationMethodPlan {
  readonly name: string;
  readonly message: Message;
  readonly groups: readonly Group[];
}

const plans = new WeakMap<Class, ClassPlan>();

/** The plan of a class, made when first asked for. */
export function planOf(type: Class): ClassPlan {
  let plan = plans.get(type);
  if (plan === undefined) plans.set(type, (plan = planClass(modelOf(type))));
  return plan;
}

/** The problems of a class and of all classes that a validation of it can be seen to reach. */
export function problemsReachedFrom(type: Class): readonly string[] {
  return problemsOf([type]);
}

/** The problems of a method's parameters and return value, and of the classes they cascade into. */
export function problemsOfMethod(method: MethodModel): readonly string[] {
  const values = [...method.parameters.map((parameter) => planParameter(method, parameter.index)), planReturnValue(method)];
  const own = values.flatMap((value) => value.problems);
  return [...own, ...problemsOf(values.flatMap((value) => value.cascadesInto))];
}

/** What to check in a parameter. */
export function planParameter(method: MethodModel, index: number): ValuePlan {
  const { type, annotations } = method.parameters[index]!;
  return planValue({ type, annotations, place: `${method.declaredBy.name}.${method.name}, parameter ${index + 1}` });
}

/** What to check in a return value. */
export function planReturnValue(method: MethodModel): ValuePlan {
  return planValue({
    type: method.returns,
    annotations: method.annotations,
    place: `${method.declaredBy.name}.${method.name}, return value`,
  });
}

function problemsOf(roots: readonly Class[]): readonly string[] {
  const reached = new Set(roots);
  const problems: string[] = [];
  // A Set that grows while it is iterated also yields what was added.
  for (const type of reached) {
    const plan = planOf(type);
    problems.push(...plan.problems);
    for (const { value } of plan.properties) for (const other of value.cascadesInto) reached.add(other);
  }
  // What a base class does wrong is found again in each of its subclasses.
  return [...new Set(problems)];
}

function planClass(model: ClassModel): ClassPlan {
  const problems = [...model.misplaced];
  const properties: PropertyPlan[] = [];
  for (const field of model.fields) {
    const place = `${field.declaredBy.name}.${field.name}`;
    problems.push(...problemsOfField(field, place));
    const value = planValue({ type: field.type, annotations: field.annotations, place });
    problems.push(...value.problems);
    if (!isEmpty(value)) properties.push({ node: { kind: 'property', name: field.name }, member: field.name, access: 'read', value });
  }
  const methods: ValidationMethodPlan[] = [];
  for (const method of model.methods) {
    for (const use of method.annotations.all(ValidationMethodKind)) {
      problems.push(...problemsOfValidationMethod(method));
      methods.push({ name: method.name, message: messageOf(use.message, {}), groups: use.groups });
    }
    if (isProperty(method)) {
      const value = planReturnValue(method);
      problems.push(...value.problems);
      if (!isEmpty(value))
        properties.push({ node: { kind: 'property', name: propertyName(method.name) }, member: method.name, access: 'call', value });
    }
  }
  return { type: model.type, properties, methods, problems };
}

/** True where there is nothing to check. */
export function isEmpty(value: ValuePlan): boolean {
  return value.steps.length === 0 && value.cascade === undefined;
}

/** As in the reference, a method named `get…` without parameters is a property of its object; what it promises for later is none. */
function isProperty(method: MethodModel): boolean {
  const returns = settled(method.returns);
  return /^get./.test(method.name) && method.parameters.length === 0 && !(returns.kind === 'unknown' && returns.found === 'Promise');
}

/** `getName` reads the property `name`. */
function propertyName(method: string): string {
  return method.charAt(3).toLowerCase() + method.slice(4);
}

function problemsOfField(field: FieldModel, place: string): readonly string[] {
  const { annotations } = field;
  const problems: string[] = [];
  if (annotations.has(ValidationMethodKind))
    problems.push(`${place}: @ValidationMethod stands on methods, and this is none; write is…(): boolean`);
  if (annotations.has(ValidatedKind))
    problems.push(`${place}: @Validated chooses the groups of an endpoint; it stands on parameters and methods of resources`);
  if (field.access === 'setter' && (annotations.has(RestrictionKind) || annotations.has(ValidKind) || annotations.has(UnwrapKind))) {
    problems.push(`${place}: it can only be written, so there is no value to validate; add a getter, or constrain the field behind it`);
  }
  return problems;
}

function problemsOfValidationMethod(method: MethodModel): readonly string[] {
  const place = `${method.declaredBy.name}.${method.name}`;
  const problems: string[] = [];
  if (!method.name.startsWith('is')) problems.push(`${place}: the name of a @ValidationMethod begins with "is"; rename it`);
  if (method.parameters.length > 0) problems.push(`${place}: a @ValidationMethod takes no parameters`);
  const returns = settled(method.returns);
  if (returns.kind === 'unknown' && returns.found === 'Promise') {
    problems.push(`${place}: a @ValidationMethod answers at once, not with a promise; check what must be waited for in the endpoint`);
  } else if (returns.kind !== 'boolean' && returns.kind !== 'unknown') {
    problems.push(`${place}: a @ValidationMethod returns boolean`);
  }
  return problems;
}
