import { describeType, settled } from '../reflection/type-ref.js';
import type { Class, EnumMember, PlainKind, TypeRef } from '../reflection/type-ref.js';
import { DataSize } from '../values/data-size.js';
import { Duration } from '../values/duration.js';
import { fuzzyMember } from './fuzzy-enum.js';
import { parseIsoDate } from './iso-date.js';

// How one JSON value becomes one value of a type without parts. The readers here and the binding of configuration share it.

/** A type whose values have no parts in JSON. */
export type ScalarType = { readonly kind: Exclude<PlainKind, 'json'> } | { readonly kind: 'enum'; readonly members: readonly EnumMember[] };

/** A value is not of the expected type. */
export class Mismatch {
  constructor(
    /** The expected type, in words. */
    readonly expected: string,
    /** What the type's own parser said, where it has one. */
    readonly reason?: string,
  ) {}
}

/** The longest whole number that becomes a bigint: making one costs the square of its digits. A key of 8192 bits has 2467. */
export const mostDigits = 4096;

/** Why a number such as 1e400 is refused. */
export const numberProblem = 'numbers reach to about 1.8e308 either way';

/** True where {@link readScalar} can read the type. */
export function isScalar(type: TypeRef): type is ScalarType {
  switch (type.kind) {
    case 'json':
    case 'optional':
    case 'list':
    case 'set':
    case 'record':
    case 'map':
    case 'class':
    case 'schema':
    case 'lazy':
    case 'unknown':
      return false;
    default:
      return true;
  }
}

/** Reads a JSON value (not null) exactly as the type says: nothing is coerced. A bigint stands for a whole number beyond 2^53-1. */
export function readScalar(type: ScalarType, value: unknown): unknown {
  switch (type.kind) {
    case 'text':
      return typeof value === 'string' ? value : new Mismatch('text');
    case 'boolean':
      return typeof value === 'boolean' ? value : mismatch(type);
    case 'number': {
      const number = typeof value === 'bigint' ? Number(value) : value;
      if (typeof number !== 'number') return mismatch(type);
      return Number.isFinite(number) ? number : new Mismatch('number', numberProblem);
    }
    case 'int':
      return typeof value === 'number' && value === (value | 0) ? value : new Mismatch('whole number of 32 bits');
    case 'long':
      return Number.isSafeInteger(value) ? value : new Mismatch('whole number from -(2^53-1) to 2^53-1');
    case 'bigint':
      if (typeof value === 'bigint') return value;
      if (Number.isSafeInteger(value)) return BigInt(value as number);
      return value === Infinity || value === -Infinity || Number.isInteger(value)
        ? new Mismatch(describeType(type), `write all its digits, of which there may be ${mostDigits}`)
        : mismatch(type);
    case 'date':
      return (typeof value === 'string' ? parseIsoDate(value) : undefined) ?? mismatch(type);
    case 'duration':
      return typeof value === 'string' ? parsed(type, () => Duration.parse(value)) : mismatch(type);
    case 'dataSize':
      return typeof value === 'string' ? parsed(type, () => DataSize.parse(value)) : mismatch(type);
    case 'enum':
      return readEnum(type, value);
  }
}

/**
 * Reads a text as the type: for values that only ever come as text, such as overrides and environment variables.
 * Numbers are written in decimals (+5, .5 and 010 included), truth values in any case.
 */
export function readScalarText(type: ScalarType, text: string): unknown {
  switch (type.kind) {
    case 'boolean': {
      const word = text.trim().toLowerCase();
      return word === 'true' ? true : word === 'false' ? false : mismatch(type);
    }
    case 'number':
      return readScalar(type, decimal.test(text) ? Number(text) : text);
    case 'int':
    case 'long':
      // A fraction too small for a double would be rounded away.
      return readScalar(type, isWhole(text) ? Number(text) : text);
    case 'bigint':
      return /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : mismatch(type);
    case 'enum': {
      const byText = readEnum(type, text);
      return byText instanceof Mismatch && /^-?\d+(\.\d+)?$/.test(text) ? readEnum(type, Number(text)) : byText;
    }
    default:
      return readScalar(type, text.trim() === text || type.kind === 'text' ? text : text.trim());
  }
}

const decimal = /^\s*[+-]?(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?\s*$/;

/** Whether the number, written out, has only zeros after the decimal point. */
function isWhole(text: string): boolean {
  const parts = decimal.exec(text);
  if (parts === null) return false;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  return !/[1-9]/.test((whole + fraction).slice(Math.max(0, whole.length + Number(exponent))));
}

/** The `static fromJson(value: unknown)` of a class that reads itself; undefined for other types. */
export function fromJsonOf(type: TypeRef): ((value: unknown) => unknown) | undefined {
  const known = settled(type);
  if (known.kind !== 'class') return undefined;
  const own = (known.type as { readonly fromJson?: unknown }).fromJson;
  if (typeof own === 'function') return (value) => (own as (this: unknown, value: unknown) => unknown).call(known.type, value);
  return known.type === (URL as unknown) ? urlFromJson : undefined;
}

/**
 * The `static fromScalar(value: unknown)` of a configuration class that also has a short form, as when a bare level stands for a whole
 * logger; undefined for other classes.
 */
export function fromScalarOf(type: Class): ((value: unknown) => unknown) | undefined {
  const own = (type as { readonly fromScalar?: unknown }).fromScalar;
  return typeof own === 'function' ? (value) => (own as (this: unknown, value: unknown) => unknown).call(type, value) : undefined;
}

function readEnum(type: { readonly kind: 'enum'; readonly members: readonly EnumMember[] }, value: unknown): unknown {
  const member = typeof value === 'string' ? fuzzyMember(type.members, value) : type.members.find((one) => one.value === value);
  return member === undefined ? mismatch(type) : member.value;
}

function parsed(type: ScalarType, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return new Mismatch(describeType(type), error instanceof Error ? error.message : String(error));
  }
}

function mismatch(type: ScalarType): Mismatch {
  return new Mismatch(describeType(type));
}

function urlFromJson(value: unknown): URL {
  if (typeof value === 'string' && URL.canParse(value)) return new URL(value);
  throw new TypeError('expected an absolute URL as text');
}
