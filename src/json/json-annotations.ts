import type { Fits } from '../reflection/annotation-types.js';
import { AnnotationKind, isBareUse, placeOf, record, recordType } from '../reflection/annotation.js';
import type { AnnotationPlace, DecoratorArguments } from '../reflection/annotation.js';
import type { Class } from '../reflection/type-ref.js';
import type { Described, Token } from '../reflection/type-token.js';
import type { Optional } from '../values/optional.js';
import { hideMember } from './secret-members.js';

/**
 * Makes a field a property of the JSON form, and says under which name and of which type where the declaration does not.
 *
 * @example `@JsonProperty name!: string`, `@JsonProperty('e-mail') email!: string`, `@JsonProperty(listOf(String)) tags!: string[]`,
 *   `@JsonProperty('e-mails', listOf(String)) emails!: string[]`
 */
export const JsonProperty: JsonPropertyAnnotation = ((...args: readonly unknown[]) => {
  if (isBareUse(args)) return noteProperty({}, placeOf(args));
  const name = args.find((arg) => typeof arg === 'string');
  const token = args.find((arg) => typeof arg !== 'string' && arg !== undefined) as Token | undefined;
  return (...where: DecoratorArguments) => {
    const place = placeOf(where);
    noteProperty(name === undefined ? {} : { name }, place);
    if (token !== undefined) recordType(token, place);
  };
}) as JsonPropertyAnnotation;

/** The forms of {@link JsonProperty}; the compiler checks the token against the field's declaration. */
export interface JsonPropertyAnnotation {
  (name: string): <T extends object, M extends keyof T>(target: T, member: M & Survives<T, M>, descriptor?: PropertyDescriptor) => void;
  <K extends Token>(
    type: K,
  ): <T extends object, M extends keyof T>(
    target: T,
    member: M & Fits<Described<K>, T[M], 'this member cannot hold'>,
    descriptor?: PropertyDescriptor,
  ) => void;
  <K extends Token>(
    name: string,
    type: K,
  ): <T extends object, M extends keyof T>(
    target: T,
    member: M & Fits<Described<K>, T[M], 'this member cannot hold'>,
    descriptor?: PropertyDescriptor,
  ) => void;
  <T extends object, M extends keyof T>(target: T, member: M & Survives<T, M>, descriptor?: PropertyDescriptor): void;
}

/** Marks a class whose `fieldName` is `field_name` in JSON; a name given by {@link JsonProperty} wins. */
export const JsonSnakeCase: ClassMark = ((...args: readonly unknown[]) => mark(SnakeCaseMark, args)) as ClassMark;

/** Keeps a field out of JSON in both directions; on a class, every property of that class's type. */
export const JsonIgnore: ClassOrMemberMark = ((...args: readonly unknown[]) => mark(IgnoreMark, args)) as ClassOrMemberMark;

/** Marks a value that is never shown: it is masked in dumps of the configuration, in messages, and in log lines. */
export const Secret: MemberMark = ((...args: readonly unknown[]) => mark(SecretMark, args)) as MemberMark;

/** The name by which JSON chooses this class among those that extend the same {@link JsonPolymorphic} base. */
export function JsonTypeName(name: string): (target: Class) => void {
  return (target) => record(TypeNameNote, name, placeOf([target]));
}

/**
 * Marks a base class whose JSON says in a property, `type` unless another is named, which subclass it is.
 * The subclasses carry {@link JsonTypeName} and are registered in the mapper's `Subtypes`.
 *
 * @example `@JsonPolymorphic({ defaultType: 'console' }) abstract class AppenderFactory {}`
 */
export function JsonPolymorphic(options: PolymorphicOptions = {}): (target: Class) => void {
  const note: Polymorphism = { property: options.property ?? 'type', defaultType: options.defaultType };
  return (target) => record(PolymorphismNote, note, placeOf([target]));
}

/** What {@link JsonPolymorphic} can be told. */
export interface PolymorphicOptions {
  /** The property that names the subclass; `type` unless given. */
  readonly property?: string;
  /** The name that is taken where the property is missing. */
  readonly defaultType?: string;
}

/** What {@link JsonPolymorphic} recorded. */
export interface Polymorphism {
  readonly property: string;
  readonly defaultType: string | undefined;
}

/** An annotation of a class, bare or called. */
export interface ClassMark {
  (target: Class): void;
  (): (target: Class) => void;
}

/** An annotation of a field or an accessor, bare or called. */
export interface MemberMark {
  (target: object, member: PropertyKey, descriptor?: PropertyDescriptor): void;
  (): (target: object, member: PropertyKey, descriptor?: PropertyDescriptor) => void;
}

/** An annotation of a class, a field or an accessor, bare or called. */
export interface ClassOrMemberMark {
  (target: Class): void;
  (target: object, member: PropertyKey, descriptor?: PropertyDescriptor): void;
  (): {
    (target: Class): void;
    (target: object, member: PropertyKey, descriptor?: PropertyDescriptor): void;
  };
}

/** `unknown` where the compiler leaves enough of a field's declared type; else a type whose key says which token to write. */
export type Survives<T, M extends keyof T> = unknown extends T[M]
  ? Forgotten<'Json', T[M]>
  : [T[M]] extends [(...args: never[]) => unknown]
    ? { readonly '@JsonProperty stands on fields and accessors, not on methods': T[M] }
    : [HiddenByUnion<T, M>] extends [never]
      ? Forgotten<TokenNeeded<NonNullable<T[M]>>, T[M]>
      : Forgotten<TokenNeeded<NonNullable<T[M]>, 'String', 'Int', 'Boolean', 'BigInt', 'ThatClass'>, T[M]>;

// Of "T | null" and "T | undefined" the compiler leaves nothing; of "field?: T" it leaves T.
type HiddenByUnion<T, M extends keyof T> = Extract<T[M], null | (object extends Pick<T, M> ? never : undefined)>;

// A conditional type, so that the compiler prints the sentence and not this alias.
type Forgotten<Example extends string, D> = [Example] extends [never]
  ? unknown
  : { readonly [P in `name the type, as in @JsonProperty(${Example}): at run time nothing is left of`]: D };

// The token that a declaration needs; never where it survives, unless a union hides it. What can be told from the declaration alone:
// an interface looks like a class here, and the model refuses it when it is first compiled.
type TokenNeeded<N, ForText = never, ForNumber = never, ForBoolean = never, ForBigint = never, ForClass = never> =
  Same<N, string> extends true
    ? ForText & string
    : Same<N, number> extends true
      ? ForNumber & string
      : Same<N, boolean> extends true
        ? ForBoolean & string
        : Same<N, bigint> extends true
          ? ForBigint & string
          : [N] extends [string | number | boolean | bigint]
            ? 'enumOf(Choice)'
            : [N] extends [Optional<unknown>]
              ? 'optional(Int)'
              : [N] extends [readonly unknown[]]
                ? 'listOf(String)'
                : // Before sets: to the compiler, a map has everything that a set has.
                  [N] extends [ReadonlyMap<infer _Key, unknown>]
                  ? 'mapOf(String)'
                  : [N] extends [ReadonlySet<unknown>]
                    ? 'setOf(String)'
                    : string extends keyof N
                      ? 'recordOf(String)'
                      : IsUnion<N> extends true
                        ? 'Json'
                        : [N] extends [(...args: never[]) => unknown]
                          ? 'Json'
                          : ForClass & string;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type IsUnion<N, All = N> = N extends unknown ? ([All] extends [N] ? false : true) : never;

interface PropertyNoteValue {
  readonly name?: string;
}

/** Recorded by {@link JsonProperty}. */
export const PropertyNote: AnnotationKind<PropertyNoteValue> = new AnnotationKind<PropertyNoteValue>('JsonProperty');
/** Recorded by {@link JsonSnakeCase}. */
export const SnakeCaseMark: AnnotationKind<true> = new AnnotationKind<true>('JsonSnakeCase');
/** Recorded by {@link JsonIgnore}. */
export const IgnoreMark: AnnotationKind<true> = new AnnotationKind<true>('JsonIgnore');
/** Recorded by {@link Secret}. */
export const SecretMark: AnnotationKind<true> = new AnnotationKind<true>('Secret');
/** Recorded by {@link JsonTypeName}. */
export const TypeNameNote: AnnotationKind<string> = new AnnotationKind<string>('JsonTypeName');
/** Recorded by {@link JsonPolymorphic}. */
export const PolymorphismNote: AnnotationKind<Polymorphism> = new AnnotationKind<Polymorphism>('JsonPolymorphic');

function noteProperty(value: PropertyNoteValue, place: AnnotationPlace): void {
  record(PropertyNote, value, place);
}

/** Bare, a mark is the decorator itself; called, it returns the decorator. */
function mark(kind: AnnotationKind<true>, args: readonly unknown[]): unknown {
  if (args.length === 0) return (...where: DecoratorArguments) => noteMark(kind, placeOf(where));
  return noteMark(kind, placeOf(args as unknown as DecoratorArguments));
}

function noteMark(kind: AnnotationKind<true>, place: AnnotationPlace): void {
  record(kind, true, place);
  if (kind === SecretMark && place.member !== undefined && typeof place.target === 'object') hideMember(place.target, place.member);
}
