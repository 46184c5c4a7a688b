import { parse } from 'fast-querystring';

import { decodeSegment, hasWellFormedEscapes } from './percent-escapes.js';
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

function checkEscapes(raw: string): void {
  if (hasWellFormedEscapes(raw)) return;
  const bad = raw.split('&').find((part) => !hasWellFormedEscapes(part)) ?? raw;
  const name = bad.split('=', 1)[0]!;
  throw new BadRequestException(`${hasWellFormedEscapes(name) ? decodeSegment(name) : 'The query or form'} has a malformed percent escape`);
}

const none: readonly string[] = Object.freeze([]);
