import { AnnotationKind, isBareUse, placeOf, record } from '../reflection/annotation.js';
import type { DecoratorArguments } from '../reflection/annotation.js';
import type { TypeRef } from '../reflection/type-ref.js';
import type { JsonSchema } from '../values/json-schema.js';
import type { BareConstraint, Constraint, ConstraintOptions, Holding } from './constraint-types.js';
import { Default } from './groups.js';
import type { Group } from './groups.js';

/** What a constraint was given, by name; its message may ask for them: `{min}`. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The values that a constraint can look at; it is refused at start-up on a member that can never hold one. */
export type ValueFamily = 'any' | 'text' | 'number' | 'boolean' | 'sized' | 'date' | 'duration' | 'dataSize';

/** One sort of constraint, as data. */
export interface ConstraintDefinition {
  readonly name: string;
  readonly on: ValueFamily;
  /** A `holder` constraint looks at an Optional or wrapper itself, a `value` constraint at what is inside. */
  readonly level: 'value' | 'holder';
  /** What null and undefined are; the test never sees them. */
  readonly absent: 'valid' | 'invalid';
  readonly message: string | ((attributes: Attributes) => string);
  /** The test for these attributes, made once. */
  prepare(attributes: Attributes): (value: unknown) => boolean;
  /** What is wrong with the attributes, in words. */
  misuse?(attributes: Attributes): string | undefined;
  /** What JSON Schema can say of it, for a value of that kind. It must admit every value that passes the test. */
  schema?(attributes: Attributes, kind: SchemaKind): JsonSchema | undefined;
  /** Whether the schema also admits values that fail the test. */
  schemaIsWider?(attributes: Attributes, kind: SchemaKind): boolean;
  /** Whether no value can meet both this and the other constraint. */
  contradicts?(attributes: Attributes, other: ConstraintUse): boolean;
}

/** What a value is in JSON, for {@link OwnConstraint.schema}; durations, dates and classes are `other`. */
export type SchemaKind = 'text' | 'number' | 'boolean' | 'list' | 'set' | 'map' | 'other';

/** The test of a constraint that every value meets which is there at all. */
export const meetsIfThere = (): boolean => true;

/** One use of a constraint: a note of what was written. */
export interface ConstraintUse {
  readonly kind: 'constraint';
  readonly definition: ConstraintDefinition;
  readonly attributes: Attributes;
  /** The developer's own message, if there is one. */
  readonly message: string | undefined;
  readonly groups: readonly Group[];
}

/** Constraints on what a container holds: `@Each(OneOf(['a', 'b']))`. */
export interface ElementRestriction {
  readonly kind: 'elements';
  readonly restrictions: readonly Restriction[];
}

export type Restriction = ConstraintUse | ElementRestriction;

/** All constraints are annotations of this one kind, so that they are read in the order written. */
export const RestrictionKind: AnnotationKind<Restriction> = new AnnotationKind<Restriction>('Constraint', {
  merge: 'accumulate',
  written: (restriction) => (restriction.kind === 'constraint' ? restriction.definition.name : 'Each'),
  // Only @NotNull and @Null stand on everything.
  leavesTypeOpen: (restriction) =>
    restriction.kind === 'constraint' && restriction.definition.on === 'any' && restriction.definition.level === 'holder',
  implies: (restriction) => (restriction.kind === 'constraint' ? impliedTypes[restriction.definition.on] : undefined),
});

const impliedTypes: Readonly<Partial<Record<ValueFamily, TypeRef>>> = {
  text: { kind: 'text' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  duration: { kind: 'duration' },
  dataSize: { kind: 'dataSize' },
};

/** What a constraint of your own is. */
export interface OwnConstraint<V, A> {
  /** As in your code: 'Even'. */
  readonly name: string;
  /** Without the path: 'must be even', 'must be a multiple of {of}'. */
  readonly message: string;
  /** Answers whether the value meets it. Null, undefined and absent values are not shown to it. */
  test(value: V, attributes: A): boolean;
  /** Whether a missing value meets it too; true unless said otherwise. */
  readonly allowsMissing?: boolean;
  /** The values it looks at, so that a misplaced use is found at start-up even where the compiler was bypassed. */
  readonly on?: ValueFamily;
  /** What is wrong with the attributes, in words; reported at start-up. */
  misuse?(attributes: A): string | undefined;
  /**
   * What JSON Schema can say of it, as in `({ of }) => ({ multipleOf: of })`, for the schema of the configuration and of the API. It must admit
   * every value that passes the test.
   */
  schema?(attributes: A, kind: SchemaKind): JsonSchema | undefined;
  /** True where the schema also admits values that fail the test; `openapi --unexpressed` then lists the constraint. */
  readonly schemaIsWider?: boolean;
}

type OwnProblem = 'this constraint cannot stand on';

/**
 * Makes a constraint of your own, typed like the built-in ones.
 *
 * @example
 * const Even = constraint<number>({ name: 'Even', message: 'must be even', test: (value) => value % 2 === 0 });
 * const MultipleOf = constraint<number, { of: number }>({
 *   name: 'MultipleOf', message: 'must be a multiple of {of}', test: (value, { of }) => value % of === 0,
 * });
 * class Order {
 *   @Even pairs!: number;
 *   @MultipleOf({ of: 3 }) eggs!: number;
 * }
 */
export function constraint<V>(own: OwnConstraint<V, Attributes>): BareConstraint<Holding<V>, OwnProblem>;
export function constraint<V, A extends object>(
  own: OwnConstraint<V, A>,
): (attributes: A & ConstraintOptions) => Constraint<Holding<V>, OwnProblem>;
export function constraint(own: OwnConstraint<unknown, Attributes>): unknown {
  return bareConstraint({
    name: own.name,
    on: own.on ?? 'any',
    level: 'value',
    absent: own.allowsMissing === false ? 'invalid' : 'valid',
    message: own.message,
    prepare: (attributes) => (value) => own.test(value, attributes),
    misuse: (attributes) => own.misuse?.(attributes),
    schema: (attributes, kind) => own.schema?.(attributes, kind),
    schemaIsWider: () => own.schemaIsWider === true,
  });
}

/** A constraint that may be written bare or called with one object of options and attributes. */
export function bareConstraint<Allowed, Problem extends string>(
  definition: ConstraintDefinition,
  attributes: Attributes = {},
): BareConstraint<Allowed, Problem> {
  const bare = useOf(definition, attributes);
  const annotation = (...args: readonly unknown[]): unknown => {
    if (!isBareUse(args)) return constraintAnnotation(definition, attributes, (args[0] ?? {}) as ConstraintOptions);
    record(RestrictionKind, bare, placeOf(args));
    return undefined;
  };
  restrictions.set(annotation, bare);
  // The one function serves both ways of writing, which only the overloads of the type can tell apart.
  return annotation as BareConstraint<Allowed, Problem>;
}

/** The annotation for one use. Whatever the options hold beside `message` and `groups` is an attribute. */
export function constraintAnnotation<Allowed, Problem extends string, Names extends 'values' | 'bounds' = 'bounds'>(
  definition: ConstraintDefinition,
  attributes: Attributes,
  options: ConstraintOptions = {},
): Constraint<Allowed, Problem, Names> {
  const use = useOf(definition, attributes, options);
  const annotation = (...args: DecoratorArguments): void => record(RestrictionKind, use, placeOf(args));
  restrictions.set(annotation, use);
  return annotation;
}

/** What the annotation would record; undefined for anything but a constraint. */
export function restrictionOf(annotation: unknown): Restriction | undefined {
  return typeof annotation === 'function' ? restrictions.get(annotation) : undefined;
}

/** Makes the annotation known to {@link restrictionOf}. */
export function asRestriction<F extends (...args: DecoratorArguments) => void>(restriction: Restriction, annotation: F): F {
  restrictions.set(annotation, restriction);
  return annotation;
}

const restrictions = new WeakMap<object, Restriction>();

function useOf(definition: ConstraintDefinition, attributes: Attributes, options: ConstraintOptions = {}): ConstraintUse {
  const { message, groups, ...more } = options;
  return { kind: 'constraint', definition, attributes: { ...attributes, ...more }, message, groups: groupList(groups) };
}

/** Groups as written: none, one or several. */
export function groupList(groups: Group | readonly Group[] | undefined): readonly Group[] {
  if (groups === undefined) return [Default];
  const list = 'name' in groups ? [groups] : groups;
  return list.length === 0 ? [Default] : list;
}
