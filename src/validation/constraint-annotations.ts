import type { AnyMemberAnnotation, ArgumentAt, Fits, OnMember, OnParameter, ValueOf, Where } from '../reflection/annotation-types.js';
import { AnnotationKind, isBareUse, placeOf, record, recordType } from '../reflection/annotation.js';
import type { DecoratorArguments } from '../reflection/annotation.js';
import type { Described, Token } from '../reflection/type-token.js';
import type { AllowedBy, ConstraintOptions, ElementOf } from './constraint-types.js';
import { RestrictionKind, asRestriction, groupList, restrictionOf } from './constraint.js';
import type { Restriction } from './constraint.js';
import type { Group } from './groups.js';

/** Where a cascade begins; false where the developer says that none is meant. */
export const ValidKind: AnnotationKind<boolean> = new AnnotationKind<boolean>('Valid');

/** The groups that an endpoint chooses. */
export const ValidatedKind: AnnotationKind<readonly Group[]> = new AnnotationKind<readonly Group[]>('Validated');

/** Whether constraints look at the value inside a wrapper or Optional, where the developer says so. */
export const UnwrapKind: AnnotationKind<boolean> = new AnnotationKind<boolean>('UnwrapValidatedValue');

/** A method that answers whether its object is valid. */
export const ValidationMethodKind: AnnotationKind<ValidationMethodUse> = new AnnotationKind<ValidationMethodUse>('ValidationMethod');

export interface ValidationMethodUse {
  readonly message: string;
  readonly groups: readonly Group[];
}

/** `@Valid(token)` stands where a value of the token's type fits. */
export type ValidOf<V> = <T extends object, K extends keyof T, W extends Where = undefined>(
  target: T,
  member: K & OnMember<W, Fits<V, ValueOf<T, K>, 'this member cannot hold'>>,
  where?: W & OnParameter<W, Fits<V, ArgumentAt<T, K, W>, 'this parameter cannot hold'>>,
) => void;

/** The ways to write `@Valid`. */
export interface ValidAnnotation {
  (cascade: false): AnyMemberAnnotation;
  <K extends Token>(type: K): ValidOf<Described<K>>;
  <T extends object, K extends keyof T, W extends Where = undefined>(
    target: T,
    member: K & OnMember<W, HasParts<ValueOf<T, K>>>,
    where?: W & OnParameter<W, HasParts<ArgumentAt<T, K, W>>>,
  ): void;
}

type HasParts<V> = [V] extends [Scalar | null | undefined] ? Fits<V, null, '@Valid looks into objects and collections, not into'> : unknown;
type Scalar = string | number | boolean | bigint;

/**
 * Validates the parts of an object too: bare where the class is known from the declaration, with a token where it is not
 * (`@Valid(listOf(Person))`). `@Valid(false)` says that the constraints of a class are not meant to count here, which start-up warns about otherwise.
 */
export const Valid: ValidAnnotation = ((...args: readonly [Token | false] | DecoratorArguments): unknown => {
  if (isBareUse(args)) return record(ValidKind, true, placeOf(args));
  const token = args[0];
  if (token === false) return (...places: DecoratorArguments): void => record(ValidKind, false, placeOf(places));
  return (...places: DecoratorArguments): void => {
    recordType(token, placeOf(places));
    record(ValidKind, true, placeOf(places));
  };
  // The one function serves both ways of writing, which only the overloads of the type can tell apart.
}) as ValidAnnotation;

/** Stands on a method whose name begins with "is" and that answers yes or no about the whole object; where it says no, the message is reported. */
export function ValidationMethod(options: ConstraintOptions & { readonly message: string }): ValidationMethodAnnotation {
  const use: ValidationMethodUse = { message: options.message, groups: groupList(options.groups) };
  return (...args) => record(ValidationMethodKind, use, placeOf(args));
}

/** The place of a {@link ValidationMethod}. */
export type ValidationMethodAnnotation = <T extends object, K extends keyof T>(
  target: T,
  method: K &
    (K extends `is${string}`
      ? Fits<ValueOf<T, K>, boolean, '@ValidationMethod stands on methods that return boolean, not'>
      : Fits<K, never, '@ValidationMethod stands on methods whose name begins with "is", not on'>),
  descriptor: PropertyDescriptor,
) => void;

/** Chooses the groups that count for an endpoint, instead of the default group; on a method, for what it returns. */
export function Validated(...groups: readonly [Group, ...Group[]]): AnyMemberAnnotation {
  return (...args: DecoratorArguments) => record(ValidatedKind, groupList(groups), placeOf(args));
}

/** The two ways to write `@UnwrapValidatedValue`. */
export interface UnwrapAnnotation {
  (target: object, member: PropertyKey, where?: PropertyDescriptor | number): void;
  (unwrap?: boolean): AnyMemberAnnotation;
}

/** Makes all constraints of a member look at the value inside its Optional or wrapper, an absent one included; with `false`, none of them. */
export const UnwrapValidatedValue: UnwrapAnnotation = ((...args: readonly [boolean?] | DecoratorArguments): unknown => {
  if (isBareUse(args)) return record(UnwrapKind, true, placeOf(args));
  const unwrap = args[0] !== false;
  return (...places: DecoratorArguments): void => record(UnwrapKind, unwrap, placeOf(places));
  // The one function serves both ways of writing, which only the overloads of the type can tell apart.
}) as UnwrapAnnotation;

/**
 * Constrains what a list, set, map or object holds: `@Each(OneOf(['red', 'blue'])) colours: string[]`. The violation's path names the
 * element: `colours[0]`.
 */
export function Each<C extends readonly AnyConstraint[]>(...constraints: C): EachAnnotation<AllowedByAll<C>> {
  const restriction: Restriction = {
    kind: 'elements',
    restrictions: constraints.map((one) => {
      const found = restrictionOf(one);
      if (found === undefined) throw new TypeError('@Each takes constraints, as in @Each(NotEmpty, Length({ max: 20 }))');
      return found;
    }),
  };
  return asRestriction(restriction, (...args: DecoratorArguments) => record(RestrictionKind, restriction, placeOf(args)));
}

/** Any constraint, whatever it stands on. */
export type AnyConstraint = ((...args: never) => unknown) & { readonly allows?: unknown };

type AllowedByAll<C extends readonly AnyConstraint[]> = { [N in keyof C]: (allowed: AllowedBy<C[N]>) => void }[number] extends (
  allowed: infer A,
) => void
  ? A
  : never;

/** The place of an {@link Each}. */
export interface EachAnnotation<Allowed> {
  <T extends object, K extends keyof T, W extends Where = undefined>(
    target: T,
    member: K & OnMember<W, HoldsElements<ValueOf<T, K>, Allowed>>,
    where?: W & OnParameter<W, HoldsElements<ArgumentAt<T, K, W>, Allowed>>,
  ): void;
  readonly allows?: readonly Allowed[] | ReadonlySet<Allowed> | ReadonlyMap<unknown, Allowed> | Readonly<Record<string, Allowed>>;
}

type HoldsElements<Actual, Allowed> = [ElementOf<Actual>] extends [never]
  ? Fits<Actual, never, '@Each stands on collections, not on'>
  : Fits<ElementOf<Actual>, Allowed | null | undefined, 'the constraints of @Each cannot stand on elements of type'>;
