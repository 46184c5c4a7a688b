import { decodeSegment } from '../../http/percent-escapes.js';

/**
 * The first value of a key in a query ("a=1&b=2"), found without reading the others; undefined where the key is missing. The escapes of the
 * whole query are known to be well-formed, and the key is one that {@link canBeScannedFor}.
 */
export function firstInQuery(query: string, name: string): string | undefined {
  let start = 0;
  while (start < query.length) {
    const end = endOfPair(query, start);
    const value = valueIfNamed(query, start, end, name);
    if (value !== undefined) return value;
    start = end + 1;
  }
  return undefined;
}

/** Every value of a key, in the order sent. */
export function allInQuery(query: string, name: string): readonly string[] {
  const values: string[] = [];
  let start = 0;
  while (start < query.length) {
    const end = endOfPair(query, start);
    const value = valueIfNamed(query, start, end, name);
    if (value !== undefined) values.push(value);
    start = end + 1;
  }
  return values;
}

/** True for nearly every key: one that stands in a query as it is. */
export function canBeScannedFor(name: string): boolean {
  return !/[=&%+]/.test(name);
}

function endOfPair(query: string, start: number): number {
  const ampersand = query.indexOf('&', start);
  return ampersand < 0 ? query.length : ampersand;
}

function valueIfNamed(query: string, start: number, end: number, name: string): string | undefined {
  const afterName = start + name.length;
  // The key as it stands, which is nearly always: no escapes in it.
  if (query.startsWith(name, start)) {
    if (afterName === end) return '';
    if (query.charCodeAt(afterName) === equalsSign) return decoded(query.slice(afterName + 1, end));
  }
  const equals = query.indexOf('=', start);
  const endOfKey = equals < 0 || equals > end ? end : equals;
  const key = query.slice(start, endOfKey);
  if ((!key.includes('%') && !key.includes('+')) || decoded(key) !== name) return undefined;
  return endOfKey === end ? '' : decoded(query.slice(endOfKey + 1, end));
}

function decoded(text: string): string {
  const blanks = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return decodeSegment(blanks) ?? blanks;
}

const equalsSign = 61;
