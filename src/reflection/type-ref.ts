import { DataSize } from '../values/data-size.js';
import { Duration } from '../values/duration.js';
import { Optional } from '../values/optional.js';
import type { StandardSchema } from './standard-schema.js';

/** Any class, abstract ones included. */
export type Class<T = object> = abstract new (...args: never[]) => T;

/** What is known at run time of a declared type. */
export type TypeRef =
  | { readonly kind: PlainKind }
  | { readonly kind: 'enum'; readonly members: readonly EnumMember[] }
  | { readonly kind: 'optional' | 'list' | 'set' | 'record' | 'map'; readonly element: TypeRef }
  | { readonly kind: 'class'; readonly type: Class }
  /** What a schema of another library says. */
  | { readonly kind: 'schema'; readonly schema: StandardSchema }
  /** Named before it exists (classes that mention each other); {@link settled} looks it up. */
  | { readonly kind: 'lazy'; readonly resolve: () => TypeRef }
  /** Nothing usable is left; `found` is what the compiler left in its place. */
  | { readonly kind: 'unknown'; readonly found: string };

/** Types without parts. `int` is 32 bits, `long` is whole and at most 2^53-1 either way, `json` is any JSON value as it came. */
export type PlainKind = 'text' | 'boolean' | 'number' | 'int' | 'long' | 'bigint' | 'date' | 'duration' | 'dataSize' | 'json';

export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
}

export const unknownType: TypeRef = { kind: 'unknown', found: 'nothing' };

/** Resolves a type that was named lazily; call it before looking at `kind`. */
export function settled(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  let current = type;
  while (current.kind === 'lazy') current = current.resolve();
  return current;
}

/** What is inside all lists, maps and optionals of the type; undefined where a type of these contains only itself. */
export function innermostType(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' } | { readonly element: TypeRef }> | undefined {
  const seen = new Set<TypeRef>();
  let known = settled(type);
  while ('element' in known) {
    if (seen.has(known)) return undefined;
    seen.add(known);
    known = settled(known.element);
  }
  return known;
}

const plainTypes: ReadonlyMap<unknown, TypeRef> = new Map<unknown, TypeRef>([
  [String, { kind: 'text' }],
  [Number, { kind: 'number' }],
  [Boolean, { kind: 'boolean' }],
  [BigInt, { kind: 'bigint' }],
  [Date, { kind: 'date' }],
  [Duration, { kind: 'duration' }],
  [DataSize, { kind: 'dataSize' }],
  [Optional, { kind: 'optional', element: unknownType }],
  [Array, { kind: 'list', element: unknownType }],
  [Set, { kind: 'set', element: unknownType }],
  [Map, { kind: 'map', element: unknownType }],
  [Object, { kind: 'unknown', found: 'Object' }],
  [Function, { kind: 'unknown', found: 'Function' }],
  [Promise, { kind: 'unknown', found: 'Promise' }],
  [Symbol, { kind: 'unknown', found: 'Symbol' }],
]);

/** The type that a run-time constructor stands for, as found in `design:*` metadata or given as a token. */
export function typeOfConstructor(constructor: unknown): TypeRef {
  const plain = plainTypes.get(constructor);
  if (plain !== undefined) return plain;
  // For an enum, some compilers emit its object where tsc emits String or Number; it cannot be told from any other object.
  if (typeof constructor !== 'function') return { kind: 'unknown', found: constructor === undefined ? 'nothing' : 'Object' };
  return { kind: 'class', type: constructor as Class };
}

/** The type in the developer's words: "list of Person", "whole number". */
export function describeType(type: TypeRef): string {
  return innermostType(type) === undefined ? `${settled(type).kind} of itself` : describe(type);
}

function describe(type: TypeRef): string {
  const known = settled(type);
  switch (known.kind) {
    case 'enum':
      return `one of [${known.members.map((member) => stringFormOf(member)).join(', ')}]`;
    case 'optional':
      return `optional ${describe(known.element)}`;
    case 'list':
    case 'set':
      return `${known.kind} of ${describe(known.element)}`;
    case 'record':
    case 'map':
      return `map of ${describe(known.element)}`;
    case 'class':
      return known.type.name;
    case 'schema':
      return `what the schema of ${known.schema['~standard'].vendor} says`;
    case 'unknown':
      return `unknown type (${known.found})`;
    default:
      return plainNames[known.kind];
  }
}

/** How an enum member is shown: its value where that is text, else its name. */
export function stringFormOf(member: EnumMember): string {
  return typeof member.value === 'string' ? member.value : member.name;
}

const plainNames: Readonly<Record<PlainKind, string>> = {
  text: 'text',
  boolean: 'true or false',
  number: 'number',
  int: 'whole number',
  long: 'whole number',
  bigint: 'whole number',
  date: 'ISO 8601 date',
  duration: 'duration, as in "30 seconds"',
  dataSize: 'size, as in "8KiB"',
  json: 'any JSON value',
};
