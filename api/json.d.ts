// reflection/standard-schema
export declare class AsyncSchemaError extends Error {
  readonly vendor: string;
  readonly name = "AsyncSchemaError";
  readonly code = "KEELSON_ASYNC_SCHEMA";
  constructor(vendor: string);
}

// json/json-annotations
export interface ClassMark {
  (target: Class): void;
  (): (target: Class) => void;
}

// json/json-annotations
export interface ClassOrMemberMark {
  (target: Class): void;
  (target: object, member: PropertyKey, descriptor?: PropertyDescriptor): void;
  (): {
    (target: Class): void;
    (target: object, member: PropertyKey, descriptor?: PropertyDescriptor): void;
  };
}

// reflection/type-token
export type Described<K> = K extends StandardSchema ? SchemaOutput<K> : K extends StringConstructor ? string : K extends NumberConstructor ? number : K extends BooleanConstructor ? boolean : K extends BigIntConstructor ? bigint : K extends abstract new (...args: never[]) => infer V ? V : K extends typeof Duration | typeof DataSize ? K['prototype'] : K extends Type<infer V> ? V : never;

// json/doc
export declare function Doc(text: string): DocAnnotation;

// json/doc
export type DocAnnotation = (target: object, member?: PropertyKey, where?: PropertyDescriptor | number) => void;

// reflection/type-token
export declare const Int: Type<number>;

// json/json-errors
export interface InvalidProblem extends ProblemPlace {
  readonly kind: 'invalid';
  readonly message: string;
  readonly vendor: string;
}

// reflection/type-token
export declare const Json: Type<unknown>;

// json/json-annotations
export declare const JsonIgnore: ClassOrMemberMark;

// json/json-mapper
export declare class JsonMapper {
  readonly subtypes: Subtypes;
  readonly unknownProperties: 'ignore' | 'refuse';
  constructor(options?: JsonMapperOptions);
  read<K extends Token>(type: K, text: string): Described<K>;
  readerFor<K extends Token>(type: K): (text: string) => Described<K> | null;
  readValue<K extends Token>(type: K, value: unknown): Described<K> | null;
  write(value: unknown, options?: JsonWriteOptions): string;
  writerFor<K extends Token>(type: K): (value: Described<K> | null | undefined) => string;
}

// json/json-mapper
export interface JsonMapperOptions {
  readonly subtypes?: Subtypes;
  readonly unknownProperties?: 'ignore' | 'refuse';
  readonly maxDepth?: number;
}

// json/json-errors
export declare class JsonMappingError extends Error {
  readonly problems: readonly JsonProblem[];
  readonly name = "JsonMappingError";
  readonly code = "KEELSON_JSON_MAPPING";
  constructor(problems: readonly JsonProblem[]);
}

// json/json-errors
export declare class JsonModelError extends Error {
  readonly problems: readonly string[];
  readonly name = "JsonModelError";
  readonly code = "KEELSON_JSON_MODEL";
  constructor(problems: readonly string[]);
}

// json/json-annotations
export declare function JsonPolymorphic(options?: PolymorphicOptions): (target: Class) => void;

// json/json-errors
export type JsonProblem = MismatchProblem | UnknownPropertyProblem | InvalidProblem;

// json/json-annotations
export declare const JsonProperty: JsonPropertyAnnotation;

// json/json-annotations
export interface JsonPropertyAnnotation {
  (name: string): <T extends object, M extends keyof T>(target: T, member: M & Survives<T, M>, descriptor?: PropertyDescriptor) => void;
  <K extends Token>(type: K): <T extends object, M extends keyof T>(target: T, member: M & Fits<Described<K>, T[M], 'this member cannot hold'>, descriptor?: PropertyDescriptor) => void;
  <K extends Token>(name: string, type: K): <T extends object, M extends keyof T>(target: T, member: M & Fits<Described<K>, T[M], 'this member cannot hold'>, descriptor?: PropertyDescriptor) => void;
  <T extends object, M extends keyof T>(target: T, member: M & Survives<T, M>, descriptor?: PropertyDescriptor): void;
}

// json/json-annotations
export declare const JsonSnakeCase: ClassMark;

// json/json-errors
export declare class JsonSyntaxError extends Error {
  readonly problem: string;
  readonly name = "JsonSyntaxError";
  readonly code = "KEELSON_JSON_SYNTAX";
  readonly line: number;
  readonly column: number;
  constructor(
  problem: string, position: Position);
}

// json/json-annotations
export declare function JsonTypeName(name: string): (target: Class) => void;

// json/json-errors
export declare class JsonWriteError extends Error {
  readonly path: string;
  readonly name = "JsonWriteError";
  readonly code = "KEELSON_JSON_WRITE";
  constructor(
  path: string, problem: string);
}

// json/json-mapper
export interface JsonWriteOptions {
  readonly indent?: number;
  readonly secrets?: 'written' | 'masked';
}

// reflection/type-token
export declare const Long: Type<number>;

// json/json-annotations
export interface MemberMark {
  (target: object, member: PropertyKey, descriptor?: PropertyDescriptor): void;
  (): (target: object, member: PropertyKey, descriptor?: PropertyDescriptor) => void;
}

// json/json-errors
export interface MismatchProblem extends ProblemPlace {
  readonly kind: 'mismatch';
  readonly expected: string;
  readonly found: string;
  readonly reason?: string;
}

// json/json-annotations
export interface PolymorphicOptions {
  readonly property?: string;
  readonly defaultType?: string;
}

// json/json-errors
export interface Position {
  readonly line: number;
  readonly column: number;
}

// reflection/standard-schema
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | {
    readonly key: PropertyKey;
  })[] | undefined;
}

// reflection/standard-schema
export type SchemaOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

// reflection/standard-schema
export type SchemaResult<Output> = {
  readonly value: Output;
  readonly issues?: undefined;
} | {
  readonly issues: readonly SchemaIssue[];
};

// json/json-annotations
export declare const Secret: MemberMark;

// reflection/standard-schema
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: {
      readonly input: Input;
      readonly output: Output;
    } | undefined;
  };
}

// json/subtypes
export declare class SubtypeError extends Error {
  readonly name = "SubtypeError";
  readonly code = "KEELSON_JSON_SUBTYPE";
}

// json/subtypes
export declare class Subtypes {
  register(...classes: readonly Class[]): this;
  find(base: Class, name: string): Class | undefined;
  of(base: Class): readonly Class[];
  namesOf(base: Class): readonly string[];
}

// reflection/type-token
export type Token = Type<unknown> | StandardSchema | Class<unknown> | BigIntConstructor | typeof Duration | typeof DataSize;

// reflection/type-token
export interface Type<V> {
  readonly describes?: V;
}

// json/json-errors
export interface UnknownPropertyProblem extends ProblemPlace {
  readonly kind: 'unknownProperty';
  readonly suggestions: readonly string[];
}

// reflection/type-token
export declare function enumOf<E extends Readonly<Record<string, string | number>>>(values: E): Type<E[keyof E]>;

// reflection/type-token
export declare function lazy<K extends Token>(type: () => K): Type<Described<K>>;

// reflection/type-token
export declare function listOf<K extends Token>(type: K): Type<Described<K>[]>;

// reflection/type-token
export declare function mapOf<K extends Token>(type: K): Type<Map<string, Described<K>>>;

// reflection/type-token
export declare function optional<K extends Token>(type: K): Type<Optional<Described<K>>>;

// reflection/type-token
export declare function recordOf<K extends Token>(type: K): Type<Record<string, Described<K>>>;

// reflection/type-token
export declare function setOf<K extends Token>(type: K): Type<Set<Described<K>>>;
