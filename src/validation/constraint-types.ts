import type { ArgumentAt, Fits, OnMember, OnParameter, ValueOf, Where } from '../reflection/annotation-types.js';
import type { Optional } from '../values/optional.js';
import type { Wrapper } from '../values/wrapper.js';
import type { Group } from './groups.js';

/** What every constraint takes beside its own attributes. */
export interface ConstraintOptions {
  /** Instead of the constraint's own text; `{name}` is replaced by the attribute of that name. */
  readonly message?: string;
  /** The groups in which the constraint counts; without any it counts in `Default`. */
  readonly groups?: Group | readonly Group[];
}

/**
 * Stands on a parameter, a field, or a method (whose return value it constrains). A constraint that names all allowed values, such as `OneOf`,
 * may also be all that is said of a field whose type is a union of literals.
 */
export interface Constraint<Allowed, Problem extends string, Names extends 'values' | 'bounds' = 'bounds'> {
  <T extends object, K extends keyof T, W extends Where = undefined>(
    target: T,
    member: K & OnMember<W, Constrainable<ValueOf<T, K>, Allowed, Problem> & ([Names] extends ['values'] ? unknown : Wide<T[K], Allowed>)>,
    where?: W & OnParameter<W, Constrainable<ArgumentAt<T, K, W>, Allowed, Problem>>,
  ): void;
  /** Only for the compiler: what a constraint allows can be asked by {@link AllowedBy}. */
  readonly allows?: Allowed;
}

/** Written bare, `@NotEmpty`, or with options, `@NotEmpty({ message: '…' })`. */
export interface BareConstraint<Allowed, Problem extends string> extends Constraint<Allowed, Problem> {
  (options?: ConstraintOptions): Constraint<Allowed, Problem>;
}

/** A value, or one thing that holds it and is looked through. */
export type Holding<V> = V | Optional<V> | Wrapper<V> | Wrapper<Optional<V>>;

/** What the given constraint can stand on. */
export type AllowedBy<C> = C extends { readonly allows?: infer A } ? A : never;

/** What a container holds. */
export type ElementOf<D> = D extends null | undefined
  ? never
  : D extends Optional<infer I> | Wrapper<infer I>
    ? ElementOf<I>
    : D extends readonly (infer E)[]
      ? E
      : // Before sets: to the compiler, a map has everything that a set has.
        D extends ReadonlyMap<unknown, infer E>
        ? E
        : D extends ReadonlySet<infer E>
          ? E
          : D extends Readonly<Record<string, infer E>>
            ? E
            : never;

/** Nested holders are not looked through, so no constraint at all can stand on them; every other type is measured by what is allowed. */
export type Constrainable<Actual, Allowed, Problem extends string> = [Actual] extends [null | undefined]
  ? unknown
  : [Actual] extends [void]
    ? { readonly 'a constraint needs a value, and there is none in': Actual }
    : [Actual] extends [NestedHolder | null | undefined]
      ? Fits<Actual, NeverHeld, 'no constraint can stand on an Optional of a wrapper; take the wrapper alone, not'>
      : Fits<Actual, Allowed | null | undefined, Problem>;

// Of an enum and of a union of literals only "text" or "number" is left at run time, so a field with nothing but "@NotEmpty" would take any text.
type Wide<Actual, Allowed> = [unknown] extends [Allowed]
  ? unknown
  : [string] extends [Allowed]
    ? NotFinite<Actual>
    : [number] extends [Allowed]
      ? NotFinite<Actual>
      : unknown;

type NotFinite<Actual> =
  IsFinite<Content<NonNullable<Actual>>> extends true
    ? { readonly 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': Actual }
    : unknown;

type Content<V> = V extends Optional<infer I> ? NonNullable<I> : V;

// A record with finitely many keys needs them all; one by "string", by a template or by a branded string needs none.
type IsFinite<V> = [V] extends [never] ? false : [V] extends [string | number] ? ({} extends Record<V, 1> ? false : true) : false;

type NestedHolder = Optional<Wrapper<unknown>>;
type NeverHeld = { readonly [neverHeld]: never };
declare const neverHeld: unique symbol;

/** What constraints of numbers stand on. */
export type Numeric = Holding<number | bigint>;

/** What constraints of text stand on. */
export type Textual = Holding<string>;

/** What constraints of text and collections stand on. */
export type Sized = Holding<
  string | readonly unknown[] | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>
>;
