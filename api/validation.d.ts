// validation/constraint-annotations
export type AnyConstraint = ((...args: never) => unknown) & {
  readonly allows?: unknown;
};

// validation/boolean-constraints
export declare const AssertFalse: BareConstraint<Holding<boolean>, '@AssertFalse stands on booleans, not on'>;

// validation/boolean-constraints
export declare const AssertTrue: BareConstraint<Holding<boolean>, '@AssertTrue stands on booleans, not on'>;

// validation/constraint
export type Attributes = Readonly<Record<string, unknown>>;

// validation/constraint-types
export interface BareConstraint<Allowed, Problem extends string> extends Constraint<Allowed, Problem> {
  (options?: ConstraintOptions): Constraint<Allowed, Problem>;
}

// validation/number-constraints
export interface BoundOptions extends ConstraintOptions {
  readonly inclusive?: boolean;
}

// validation/violation
export type Check = (value: unknown, violations: Violation[]) => void;

// validation/constraint-types
export type Constrainable<Actual, Allowed, Problem extends string> = [Actual] extends [null | undefined] ? unknown : [Actual] extends [void] ? {
  readonly 'a constraint needs a value, and there is none in': Actual;
} : [Actual] extends [NestedHolder | null | undefined] ? Fits<Actual, NeverHeld, 'no constraint can stand on an Optional of a wrapper; take the wrapper alone, not'> : Fits<Actual, Allowed | null | undefined, Problem>;

// validation/constraint-types
export interface Constraint<Allowed, Problem extends string, Names extends 'values' | 'bounds' = 'bounds'> {
  <T extends object, K extends keyof T, W extends Where = undefined>(target: T, member: K & OnMember<W, Constrainable<ValueOf<T, K>, Allowed, Problem> & ([Names] extends ['values'] ? unknown : Wide<T[K], Allowed>)>, where?: W & OnParameter<W, Constrainable<ArgumentAt<T, K, W>, Allowed, Problem>>): void;
  readonly allows?: Allowed;
}

// validation/constraint-types
export interface ConstraintOptions {
  readonly message?: string;
  readonly groups?: Group | readonly Group[];
}

// validation/constraint-violation-exception
export declare class ConstraintViolationException extends Error {
  readonly violations: readonly Violation[];
  readonly name: string;
  readonly code = "KEELSON_CONSTRAINT_VIOLATION";
  constructor(violations: readonly Violation[], message?: string);
}

// validation/amount-constraints
export declare function DataSizeRange(range: {
  readonly min: DataSize | string;
  readonly max: DataSize | string;
} & ConstraintOptions): Constraint<Holding<DataSize>, '@DataSizeRange stands on data sizes, not on'>;

// validation/number-constraints
export declare function DecimalMax(value: number | string, options?: BoundOptions): Constraint<Numeric, '@DecimalMax stands on numbers, not on'>;

// validation/number-constraints
export declare function DecimalMin(value: number | string, options?: BoundOptions): Constraint<Numeric, '@DecimalMin stands on numbers, not on'>;

// validation/groups
export declare const Default: Group;

// validation/number-constraints
export declare function Digits(digits: {
  readonly integer: number;
  readonly fraction: number;
} & ConstraintOptions): Constraint<Numeric, '@Digits stands on numbers, not on'>;

// validation/amount-constraints
export declare function DurationRange(range: {
  readonly min: Duration | string;
  readonly max: Duration | string;
} & ConstraintOptions): Constraint<Holding<Duration>, '@DurationRange stands on durations, not on'>;

// validation/constraint-annotations
export declare function Each<C extends readonly AnyConstraint[]>(...constraints: C): EachAnnotation<AllowedByAll<C>>;

// validation/constraint-annotations
export interface EachAnnotation<Allowed> {
  <T extends object, K extends keyof T, W extends Where = undefined>(target: T, member: K & OnMember<W, HoldsElements<ValueOf<T, K>, Allowed>>, where?: W & OnParameter<W, HoldsElements<ArgumentAt<T, K, W>, Allowed>>): void;
  readonly allows?: readonly Allowed[] | ReadonlySet<Allowed> | ReadonlyMap<unknown, Allowed> | Readonly<Record<string, Allowed>>;
}

// validation/constraint-types
export type ElementOf<D> = D extends null | undefined ? never : D extends Optional<infer I> | Wrapper<infer I> ? ElementOf<I> : D extends readonly (infer E)[] ? E : D extends ReadonlyMap<unknown, infer E> ? E : D extends ReadonlySet<infer E> ? E : D extends Readonly<Record<string, infer E>> ? E : never;

// validation/text-constraints
export declare const Email: BareConstraint<Textual, '@Email stands on text, not on'>;

// validation/date-constraints
export declare const Future: BareConstraint<Holding<Date>, '@Future stands on dates, not on'>;

// validation/date-constraints
export declare const FutureOrPresent: BareConstraint<Holding<Date>, '@FutureOrPresent stands on dates, not on'>;

// validation/groups
export interface Group {
  readonly name: string;
  readonly includes: readonly Group[];
}

// validation/constraint-types
export type Holding<V> = V | Optional<V> | Wrapper<V> | Wrapper<Optional<V>>;

// values/json-schema
export type JsonSchema = Readonly<Record<string, unknown>>;

// validation/text-constraints
export declare function Length(range: {
  readonly min?: number;
  readonly max?: number;
} & ConstraintOptions): Constraint<Textual, '@Length stands on text, not on'>;

// validation/number-constraints
export declare function Max(value: number | bigint, options?: ConstraintOptions): Constraint<Numeric, '@Max stands on numbers, not on'>;

// validation/amount-constraints
export declare function MaxDataSize(value: DataSize | string, options?: BoundOptions): Constraint<Holding<DataSize>, '@MaxDataSize stands on data sizes, not on'>;

// validation/amount-constraints
export declare function MaxDuration(value: Duration | string, options?: BoundOptions): Constraint<Holding<Duration>, '@MaxDuration stands on durations, not on'>;

// validation/number-constraints
export declare function Min(value: number | bigint, options?: ConstraintOptions): Constraint<Numeric, '@Min stands on numbers, not on'>;

// validation/amount-constraints
export declare function MinDataSize(value: DataSize | string, options?: BoundOptions): Constraint<Holding<DataSize>, '@MinDataSize stands on data sizes, not on'>;

// validation/amount-constraints
export declare function MinDuration(value: Duration | string, options?: BoundOptions): Constraint<Holding<Duration>, '@MinDuration stands on durations, not on'>;

// validation/number-constraints
export declare const Negative: BareConstraint<Numeric, '@Negative stands on numbers, not on'>;

// validation/number-constraints
export declare const NegativeOrZero: BareConstraint<Numeric, '@NegativeOrZero stands on numbers, not on'>;

// validation/presence-constraints
export declare const NotBlank: BareConstraint<Textual, '@NotBlank stands on text, not on'>;

// validation/presence-constraints
export declare const NotEmpty: BareConstraint<Sized, '@NotEmpty stands on text and collections, not on'>;

// validation/presence-constraints
export declare const NotNull: BareConstraint<unknown, never>;

// validation/presence-constraints
export declare const Null: BareConstraint<unknown, never>;

// validation/constraint-types
export type Numeric = Holding<number | bigint>;

// validation/text-constraints
export declare function OneOf(values: readonly string[], options?: OneOfOptions): Constraint<Textual, '@OneOf stands on text, not on', 'values'>;

// validation/text-constraints
export interface OneOfOptions extends ConstraintOptions {
  readonly ignoreCase?: boolean;
  readonly ignoreWhitespace?: boolean;
}

// validation/constraint
export interface OwnConstraint<V, A> {
  readonly name: string;
  readonly message: string;
  test(value: V, attributes: A): boolean;
  readonly allowsMissing?: boolean;
  readonly on?: ValueFamily;
  misuse?(attributes: A): string | undefined;
  schema?(attributes: A, kind: SchemaKind): JsonSchema | undefined;
  readonly schemaIsWider?: boolean;
}

// validation/date-constraints
export declare const Past: BareConstraint<Holding<Date>, '@Past stands on dates, not on'>;

// validation/date-constraints
export declare const PastOrPresent: BareConstraint<Holding<Date>, '@PastOrPresent stands on dates, not on'>;

// validation/violation
export type PathNode = {
  readonly kind: 'property';
  readonly name: string;
}
| {
  readonly kind: 'index';
  readonly index: number;
} | {
  readonly kind: 'key';
  readonly key: string;
};

// validation/text-constraints
export declare function Pattern(regexp: RegExp | string, options?: ConstraintOptions): Constraint<Textual, '@Pattern stands on text, not on'>;

// validation/number-constraints
export declare const PortRange: BareConstraint<Numeric, PortProblem> & ((range: PortRangeOptions) => Constraint<Numeric, PortProblem>);

// validation/number-constraints
export interface PortRangeOptions extends ConstraintOptions {
  readonly min?: number;
  readonly max?: number;
}

// validation/number-constraints
export declare const Positive: BareConstraint<Numeric, '@Positive stands on numbers, not on'>;

// validation/number-constraints
export declare const PositiveOrZero: BareConstraint<Numeric, '@PositiveOrZero stands on numbers, not on'>;

// validation/number-constraints
export declare function Range(range: {
  readonly min?: number | bigint;
  readonly max?: number | bigint;
} & ConstraintOptions): Constraint<Numeric, '@Range stands on numbers, not on'>;

// validation/constraint
export type SchemaKind = 'text' | 'number' | 'boolean' | 'list' | 'set' | 'map' | 'other';

// validation/text-constraints
export declare function Size(range: {
  readonly min?: number;
  readonly max?: number;
} & ConstraintOptions): Constraint<Sized, '@Size stands on text and collections, not on'>;

// validation/constraint-types
export type Sized = Holding<string | readonly unknown[] | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>>;

// validation/constraint-types
export type Textual = Holding<string>;

// validation/text-constraints
export declare const URL: BareConstraint<Textual, UrlProblem> & ((options: UrlOptions) => Constraint<Textual, UrlProblem>);

// validation/text-constraints
export declare const UUID: BareConstraint<Textual, '@UUID stands on text, not on'>;

// validation/constraint-annotations
export interface UnwrapAnnotation {
  (target: object, member: PropertyKey, where?: PropertyDescriptor | number): void;
  (unwrap?: boolean): AnyMemberAnnotation;
}

// validation/constraint-annotations
export declare const UnwrapValidatedValue: UnwrapAnnotation;

// validation/text-constraints
export interface UrlOptions extends ConstraintOptions {
  readonly protocol?: string;
  readonly host?: string;
  readonly port?: number;
}

// validation/constraint-annotations
export declare const Valid: ValidAnnotation;

// validation/constraint-annotations
export interface ValidAnnotation {
  (cascade: false): AnyMemberAnnotation;
  <K extends Token>(type: K): ValidOf<Described<K>>;
  <T extends object, K extends keyof T, W extends Where = undefined>(target: T, member: K & OnMember<W, HasParts<ValueOf<T, K>>>, where?: W & OnParameter<W, HasParts<ArgumentAt<T, K, W>>>): void;
}

// validation/constraint-annotations
export type ValidOf<V> = <T extends object, K extends keyof T, W extends Where = undefined>(target: T, member: K & OnMember<W, Fits<V, ValueOf<T, K>, 'this member cannot hold'>>, where?: W & OnParameter<W, Fits<V, ArgumentAt<T, K, W>, 'this parameter cannot hold'>>) => void;

// validation/constraint-annotations
export declare function Validated(...groups: readonly [Group, ...Group[]]): AnyMemberAnnotation;

// validation/constraint-annotations
export declare function ValidationMethod(options: ConstraintOptions & {
  readonly message: string;
}): ValidationMethodAnnotation;

// validation/constraint-annotations
export type ValidationMethodAnnotation = <T extends object, K extends keyof T>(target: T, method: K & (K extends `is${string}` ? Fits<ValueOf<T, K>, boolean, '@ValidationMethod stands on methods that return boolean, not'> : Fits<K, never, '@ValidationMethod stands on methods whose name begins with "is", not on'>), descriptor: PropertyDescriptor) => void;

// validation/validation-method-error
export declare class ValidationMethodError extends Error {
  readonly name = "ValidationMethodError";
  readonly code = "KEELSON_VALIDATION_METHOD";
  constructor(className: string, methodName: string, failure: MethodFailure);
}

// validation/validation-model-error
export declare class ValidationModelError extends Error {
  readonly problems: readonly string[];
  readonly name = "ValidationModelError";
  readonly code = "KEELSON_VALIDATION_MODEL";
  constructor(problems: readonly string[]);
}

// validation/validator
export declare class Validator {
  constructor();
  validate(value: object, ...groups: readonly Group[]): readonly Violation[];
  ensureValid(value: object, ...groups: readonly Group[]): void;
  forClass(type: Class, ...groups: readonly Group[]): Check;
  problemsOfClass(type: Class): readonly string[];
}

// validation/constraint
export type ValueFamily = 'any' | 'text' | 'number' | 'boolean' | 'sized' | 'date' | 'duration' | 'dataSize';

// validation/violation
export interface Violation {
  readonly path: string;
  readonly nodes: readonly PathNode[];
  readonly message: string;
  readonly constraint: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly validationMethod: string | undefined;
}

// validation/constraint
export declare function constraint<V>(own: OwnConstraint<V, Attributes>): BareConstraint<Holding<V>, OwnProblem>;
export declare function constraint<V, A extends object>(own: OwnConstraint<V, A>): (attributes: A & ConstraintOptions) => Constraint<Holding<V>, OwnProblem>;

// validation/violation
export declare function describeViolation(violation: Violation): string;

// validation/groups
export declare function group(name: string, ...includes: readonly Group[]): Group;
