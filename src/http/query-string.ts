import { parse } from 'fast-querystring';

import { BadRequestException } from './web-application-exception.js';

/** What a query or a form carries: each name with its values, in the order sent. */
export interface QueryValues {
  readonly [name: string]: string | string[] | undefined;
}

/** Nothing was sent. */
export const noValues: QueryValues = Object.freeze(Object.create(null) as QueryValues);

/**
 * Reads "a=1&b=2&a=3", "+" standing for a blank. A malformed escape ("%zz", or bytes that are not UTF-8) is answered with 400 and not guessed
 * at: the exception says where.
 */
export function parseQuery(raw: string): QueryValues {
  if (raw === '') return noValues;
  checkEscapes(raw);
  return parse(raw) as QueryValues;
}

/** The first value of that name. */
export function firstValue(values: QueryValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'object' ? value[0] : value;
}

/** Every value of that name, in the order sent. */
export function allValues(values: QueryValues, name: string): readonly string[] {
  const value = values[name];
  return value === undefined ? none : typeof value === 'object' ? value : [value];
}

/** Decodes the percent escapes of a path segment; undefined where they are malformed. */
export function decodeSegment(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** True where every percent escape is complete and the bytes are UTF-8. */
export function hasWellFormedEscapes(encoded: string): boolean {
  // A part is well-formed exactly where the whole is: no sequence of bytes can continue over a literal "&" or "=".
  return decodeSegment(encoded) !== undefined;
}

/** True where the escapes of a request's path and query are well-formed; a request with others is answered with 400, wherever it leads. */
export function hasWellFormedTarget({ path, rawQuery }: { readonly path: string; readonly rawQuery: string }): boolean {
  return hasWellFormedEscapes(path) && (rawQuery === '' || hasWellFormedEscapes(rawQuery));
}

function checkEscapes(raw: string): void {
  if (hasWellFormedEscapes(raw)) return;
  const bad = raw.split('&').find((part) => !hasWellFormedEscapes(part)) ?? raw;
  const name = bad.split('=', 1)[0]!;
  throw new BadRequestException(`${hasWellFormedEscapes(name) ? decodeSegment(name) : 'The query or form'} has a malformed percent escape`);
}

const none: readonly string[] = Object.freeze([]);
