import type { DataSize } from '../values/data-size.js';
import type { Duration } from '../values/duration.js';
import type { Optional } from '../values/optional.js';
import { isSchema } from './standard-schema.js';
import type { SchemaOutput, StandardSchema } from './standard-schema.js';
import { typeOfConstructor } from './type-ref.js';
import type { Class, EnumMember, TypeRef } from './type-ref.js';

/** Says at run time what the compiler forgets: enums, optionals, element types. */
export interface Type<V> {
  readonly describes?: V;
}

/** A type written as a value: a {@link Type}, a class, or a schema of another library. */
export type Token = Type<unknown> | StandardSchema | Class<unknown> | BigIntConstructor | typeof Duration | typeof DataSize;

/** What a token describes: `Described<typeof Int>` is number, `Described<StringConstructor>` is string. */
export type Described<K> = K extends StandardSchema
  ? SchemaOutput<K>
  : K extends StringConstructor
    ? string
    : K extends NumberConstructor
      ? number
      : K extends BooleanConstructor
        ? boolean
        : K extends BigIntConstructor
          ? bigint
          : K extends abstract new (...args: never[]) => infer V
            ? V
            : K extends typeof Duration | typeof DataSize
              ? K['prototype']
              : K extends Type<infer V>
                ? V
                : never;

class TypeToken<V> implements Type<V> {
  declare readonly describes?: V;
  constructor(readonly ref: TypeRef) {}
}

/** A whole number of 32 bits. */
export const Int: Type<number> = new TypeToken<number>({ kind: 'int' });

/** A whole number from -(2^53-1) to 2^53-1. */
export const Long: Type<number> = new TypeToken<number>({ kind: 'long' });

/** Any JSON value, taken as it is. */
export const Json: Type<unknown> = new TypeToken<unknown>({ kind: 'json' });

/** A member of a TypeScript enum, or of an object of the same form. */
export function enumOf<E extends Readonly<Record<string, string | number>>>(values: E): Type<E[keyof E]> {
  return new TypeToken<E[keyof E]>({ kind: 'enum', members: membersOf(values) });
}

/** A value that may be absent: `optional(Int)` for `Optional<number>`. */
export function optional<K extends Token>(type: K): Type<Optional<Described<K>>> {
  return new TypeToken({ kind: 'optional', element: typeOfToken(type) });
}

/** An array: `listOf(Person)` for `Person[]`. */
export function listOf<K extends Token>(type: K): Type<Described<K>[]> {
  return new TypeToken({ kind: 'list', element: typeOfToken(type) });
}

/** A set: `setOf(String)` for `Set<string>`. */
export function setOf<K extends Token>(type: K): Type<Set<Described<K>>> {
  return new TypeToken({ kind: 'set', element: typeOfToken(type) });
}

/** A plain object by text keys: `recordOf(Person)` for `Record<string, Person>`. */
export function recordOf<K extends Token>(type: K): Type<Record<string, Described<K>>> {
  return new TypeToken({ kind: 'record', element: typeOfToken(type) });
}

/** A `Map` by text keys: `mapOf(Person)` for `Map<string, Person>`. */
export function mapOf<K extends Token>(type: K): Type<Map<string, Described<K>>> {
  return new TypeToken({ kind: 'map', element: typeOfToken(type) });
}

/** A class that is defined further down, or in a module that imports this one: `lazy(() => Person)`. */
export function lazy<K extends Token>(type: () => K): Type<Described<K>> {
  return new TypeToken({ kind: 'lazy', resolve: () => typeOfToken(type()) });
}

/** True for what the functions above make: it tells `@Valid(token)` from `@Valid` standing bare. */
export function isTypeToken(value: unknown): value is Type<unknown> {
  return value instanceof TypeToken;
}

/** The run-time type that a token stands for. */
export function typeOfToken(token: Token): TypeRef {
  return token instanceof TypeToken ? token.ref : typeOfValue(token);
}

function typeOfValue(token: Token): TypeRef {
  return isSchema(token) ? { kind: 'schema', schema: token } : typeOfConstructor(token);
}

function membersOf(values: Readonly<Record<string, string | number>>): readonly EnumMember[] {
  // A numeric enum's object also maps each number back to its name; those keys are not members.
  return Object.entries(values)
    .filter(([name, value]) => !(/^-?\d+(\.\d+)?$/.test(name) && typeof value === 'string'))
    .map(([name, value]) => ({ name, value }));
}
