import type { Annotations } from '../reflection/annotations.js';
import { describeType, settled, unknownType } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Wrapper } from '../values/wrapper.js';
import { cascadeInto, classesIn } from './cascade.js';
import type { Cascade } from './cascade.js';
import { UnwrapKind, ValidKind } from './constraint-annotations.js';
import { RestrictionKind } from './constraint.js';
import type { Attributes, ConstraintUse, Restriction, ValueFamily } from './constraint.js';
import type { Group } from './groups.js';
import { messageOf, unknownPlaceholder } from './messages.js';
import type { Message } from './messages.js';
import { absence } from './presence-constraints.js';

/** What there is to check in a field, parameter, return value or element, for all groups. */
export interface ValuePlan {
  /** What the declared type says of the value: an Optional, a wrapper, neither, or nothing, so that each value must be looked at. */
  readonly holder: 'none' | 'optional' | 'wrapper' | 'byValue';
  /** Where absent content is left alone: in an Optional, unless unwrapping was asked for. */
  readonly absentContent: 'skipped' | 'checked';
  /** In the order written. */
  readonly steps: readonly ValueStep[];
  readonly cascade: Cascade | undefined;
  /** The classes that the declared type names for the cascade. */
  readonly cascadesInto: readonly Class[];
  readonly problems: readonly string[];
}

export type ValueStep = ConstraintStep | ElementsStep;

export interface ConstraintStep {
  readonly kind: 'constraint';
  /** The value as it is, or what the holder holds. */
  readonly looksAt: 'value' | 'content';
  readonly name: string;
  readonly absent: 'valid' | 'invalid';
  readonly test: (value: unknown) => boolean;
  readonly message: Message;
  readonly attributes: Attributes;
  readonly groups: readonly Group[];
}

export interface ElementsStep {
  readonly kind: 'elements';
  readonly looksAt: 'value' | 'content';
  readonly element: ValuePlan;
}

/** A place that can carry constraints. */
export interface ConstrainedPlace {
  readonly type: TypeRef;
  readonly annotations: Annotations;
  /** In the developer's words, as in "Person.tags". */
  readonly place: string;
}

/** Reads the constraints of a place, and what is wrong with them. */
export function planValue({ type, annotations, place }: ConstrainedPlace): ValuePlan {
  const unwrap = annotations.first(UnwrapKind);
  const restrictions = annotations.all(RestrictionKind);
  const plan = planRestrictions({ type, restrictions, place, unwrap });
  const cascade = annotations.first(ValidKind) === true ? cascadeInto(type) : undefined;
  return { ...plan, cascade, cascadesInto: cascade === undefined ? [] : classesIn(cascade) };
}

interface RestrictedPlace {
  readonly type: TypeRef;
  readonly restrictions: readonly Restriction[];
  readonly place: string;
  /** What @UnwrapValidatedValue says, if it is there. */
  readonly unwrap: boolean | undefined;
}

function planRestrictions(restricted: RestrictedPlace): ValuePlan {
  const { type, restrictions, unwrap, place } = restricted;
  const holder = holderOf(type);
  const ofHolder = problemsOfHolder(restricted, holder);
  const problems = [...ofHolder, ...contradictions(restrictions, place)];
  const steps = restrictions.map((restriction): ValueStep => {
    const looksAt = holder === 'none' || unwrap === false || (unwrap === undefined && isAboutHolder(restriction)) ? 'value' : 'content';
    // Where the holder itself is the problem, what is in it is not another one.
    const seen = ofHolder.length > 0 ? unknownType : looksAt === 'value' ? type : contentType(type);
    if (restriction.kind === 'constraint') {
      const found = problemsOfUse(restriction, seen, place);
      problems.push(...found);
      return stepOf(restriction, looksAt, found.length === 0);
    }
    const container = settled(seen);
    if (!canHold('sized', container) || container.kind === 'text' || container.kind === 'enum') {
      problems.push(`${place}: @Each stands on lists, sets, maps and objects, and this is ${describeType(container)}`);
    }
    const element = planRestrictions({
      type: 'element' in container ? container.element : unknownType,
      restrictions: restriction.restrictions,
      place: `${place}, elements`,
      unwrap: undefined,
    });
    problems.push(...element.problems);
    return { kind: 'elements', looksAt, element };
  });
  const absentContent = unwrap === true ? 'checked' : 'skipped';
  return { holder, absentContent, steps, cascade: undefined, cascadesInto: [], problems };
}

function stepOf(use: ConstraintUse, looksAt: ValueStep['looksAt'], usable: boolean): ConstraintStep {
  const { definition, attributes, groups } = use;
  const template = use.message ?? (typeof definition.message === 'string' ? definition.message : definition.message(attributes));
  return {
    kind: 'constraint',
    looksAt,
    name: definition.name,
    absent: definition.absent,
    // Attributes that are wrong may not even give a test; the plan is refused anyway.
    test: usable ? definition.prepare(attributes) : () => true,
    message: messageOf(template, attributes),
    attributes,
    groups,
  };
}

function holderOf(type: TypeRef): ValuePlan['holder'] {
  const known = settled(type);
  if (known.kind === 'optional') return 'optional';
  if (known.kind === 'unknown' || known.kind === 'json') return 'byValue';
  return isWrapper(known) ? 'wrapper' : 'none';
}

function isWrapper(type: TypeRef): boolean {
  return type.kind === 'class' && (type.type.prototype as unknown) instanceof Wrapper;
}

/** What is inside; of a wrapper only the wrapper knows. */
function contentType(type: TypeRef): TypeRef {
  const known = settled(type);
  return known.kind === 'optional' ? known.element : isWrapper(known) ? unknownType : known;
}

function isAboutHolder(restriction: Restriction): boolean {
  return restriction.kind === 'constraint' && restriction.definition.level === 'holder';
}

/** The specification's "Limitations of constraints on wrapper types". */
function problemsOfHolder({ type, restrictions, unwrap, place }: RestrictedPlace, holder: ValuePlan['holder']): readonly string[] {
  const name = describeType(type);
  if (holder === 'none') {
    return unwrap === true ? [`${place}: @UnwrapValidatedValue looks into an Optional or a wrapper, and this is ${name}; remove it`] : [];
  }
  if (holder === 'byValue' || restrictions.length === 0) return [];
  if (holder === 'optional' && isWrapper(settled(contentType(type)))) {
    const inner = describeType(contentType(type));
    return [
      `${place}: ${namesOf(restrictions)} cannot stand on an Optional of a wrapper, because only one of the two is looked through; ` +
        `declare ${inner} or optional(Int) alone, use @DefaultValue, or check the value inside the endpoint`,
    ];
  }
  const aboutHolder = restrictions.filter(isAboutHolder);
  if (unwrap === undefined && aboutHolder.length > 0 && aboutHolder.length < restrictions.length) {
    return [
      `${place}: ${namesOf(restrictions)} stand together on ${holder === 'optional' ? 'an Optional' : `the wrapper ${name}`}, and it cannot be told ` +
        `which of them mean the value inside; add @UnwrapValidatedValue to apply all of them to it, declare a plain type as in ` +
        `@QueryParam('n', Int), use @DefaultValue, or check for absence inside the endpoint and answer 400`,
    ];
  }
  if (unwrap === false && aboutHolder.length < restrictions.length) {
    return [`${place}: with @UnwrapValidatedValue(false) only @NotNull and @Null can stand here, and this has ${namesOf(restrictions)}`];
  }
  return [];
}

function problemsOfUse({ definition, attributes, message }: ConstraintUse, type: TypeRef, place: string): readonly string[] {
  const problems: string[] = [];
  if (!canHold(definition.on, type)) {
    problems.push(`${place}: @${definition.name} stands on ${familyNames[definition.on]}, and this is ${describeType(type)}`);
  }
  const misuse = definition.misuse?.(attributes);
  if (misuse !== undefined) problems.push(`${place}: @${definition.name}: ${misuse}`);
  const unknown = message === undefined ? undefined : unknownPlaceholder(message, attributes);
  if (unknown !== undefined) problems.push(`${place}: @${definition.name}: ${unknown}`);
  return problems;
}

/** Pairs of constraints that no value can meet, as @Min(5) and @Max(3). */
function contradictions(restrictions: readonly Restriction[], place: string): readonly string[] {
  const uses = restrictions.filter((one) => one.kind === 'constraint');
  return uses.flatMap((one, index) =>
    uses
      .slice(index + 1)
      .filter((other) => other.groups.some((group) => one.groups.includes(group)) && contradict(one, other))
      .map((other) => `${place}: ${asWritten(one)} and ${asWritten(other)} leave no value that meets both; change or remove one of them`),
  );
}

function contradict(one: ConstraintUse, other: ConstraintUse): boolean {
  return (
    needsAbsence(one, other) ||
    needsAbsence(other, one) ||
    (one.definition.contradicts?.(one.attributes, other) ?? false) ||
    (other.definition.contradicts?.(other.attributes, one) ?? false)
  );
}

/** Whether the first is `@Null` and the other needs a value. */
function needsAbsence({ definition }: ConstraintUse, other: ConstraintUse): boolean {
  return definition === absence && other.definition.absent === 'invalid';
}

/** `@Min(5)`, `@Positive`, `@Size({ min: 1, max: 3 })`. */
function asWritten({ definition, attributes }: ConstraintUse): string {
  const { inclusive: _inclusive, ...named } = attributes;
  const values = Object.entries(named);
  if (values.length === 0) return `@${definition.name}`;
  if ('value' in named) return `@${definition.name}(${values.map(([, value]) => String(value)).join(' ')})`;
  return `@${definition.name}({ ${values.map(([name, value]) => `${name}: ${String(value)}`).join(', ')} })`;
}

/** Whether a value of this type can ever be of the family; of an unknown type anything can be said. */
function canHold(family: ValueFamily, type: TypeRef): boolean {
  const known = settled(type);
  if (family === 'any' || known.kind === 'unknown' || known.kind === 'json') return true;
  if (known.kind === 'class') return family in familyBases && familyBases[family]!.some((base) => known.type.prototype instanceof base);
  if (known.kind === 'enum')
    return family !== 'number' ? family === 'text' || family === 'sized' : known.members.some(({ value }) => typeof value === 'number');
  return familyKinds[family].has(known.kind);
}

const familyKinds: Readonly<Record<Exclude<ValueFamily, 'any'>, ReadonlySet<TypeRef['kind']>>> = {
  text: new Set(['text']),
  number: new Set(['number', 'int', 'long', 'bigint']),
  boolean: new Set(['boolean']),
  sized: new Set(['text', 'list', 'set', 'record', 'map']),
  date: new Set(['date']),
  duration: new Set(['duration']),
  dataSize: new Set(['dataSize']),
};

const familyBases: Readonly<Partial<Record<ValueFamily, readonly (abstract new (...args: never[]) => unknown)[]>>> = {
  sized: [Array, Set, Map],
  date: [Date],
};

const familyNames: Readonly<Record<ValueFamily, string>> = {
  any: 'anything',
  text: 'text',
  number: 'numbers',
  boolean: 'booleans',
  sized: 'text and collections',
  date: 'dates',
  duration: 'durations',
  dataSize: 'data sizes',
};

function namesOf(restrictions: readonly Restriction[]): string {
  const names = restrictions.map((one) => (one.kind === 'constraint' ? `@${one.definition.name}` : '@Each'));
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
