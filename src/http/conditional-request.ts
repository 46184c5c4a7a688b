import type { RequestHeaders } from './exchange.js';

/** What is known of the thing that a request asks for or wants to change. */
export interface Validators {
  /** With its quotes: `"abc"` or `W/"abc"`. */
  readonly etag?: string | undefined;
  readonly lastModified?: Date | undefined;
}

/** What the request's conditions demand: go on, 304 or 412. */
export type ConditionOutcome = 'proceed' | 'not-modified' | 'precondition-failed';

/** Evaluates If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since in the order of RFC 9110 §13.2.2. */
export function evaluateConditions(method: string, headers: RequestHeaders, current: Validators): ConditionOutcome {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== undefined) {
    if (!matchesAny(ifMatch, current, strongMatch)) return 'precondition-failed';
  } else {
    const unmodifiedSince = httpDate(headers.get('if-unmodified-since'));
    if (unmodifiedSince !== undefined && isLater(current.lastModified, unmodifiedSince)) return 'precondition-failed';
  }
  const reads = method === 'GET' || method === 'HEAD';
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== undefined) {
    if (matchesAny(ifNoneMatch, current, weakMatch)) return reads ? 'not-modified' : 'precondition-failed';
  } else if (reads && current.lastModified !== undefined) {
    const modifiedSince = httpDate(headers.get('if-modified-since'));
    if (modifiedSince !== undefined && !isLater(current.lastModified, modifiedSince)) return 'not-modified';
  }
  return 'proceed';
}

/** True where If-Range is absent or names exactly what there is, so that a Range may be served in part (RFC 9110 §13.1.5). */
export function rangeStillApplies(headers: RequestHeaders, current: Validators): boolean {
  const ifRange = headers.get('if-range');
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === current.etag;
  if (ifRange.startsWith('W/')) return false;
  const date = httpDate(ifRange);
  return date !== undefined && current.lastModified !== undefined && wholeSeconds(current.lastModified) === wholeSeconds(date);
}

/** The time of an HTTP date in one of the three forms of RFC 9110 §5.6.7, all of them in UTC; undefined where there is none or it is malformed. */
export function httpDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const parts = imfFixdate.exec(text)?.groups ?? rfc850Date.exec(text)?.groups ?? asctimeDate.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const month = months.indexOf(parts['month']!);
  const [day, hour, minute, second] = [parts['day']!, parts['hour']!, parts['minute']!, parts['second']!].map(Number) as DayAndTime;
  const time = Date.UTC(fullYear(parts['year']!), month, day, hour, minute, second);
  const date = new Date(time);
  // "31 Feb" would otherwise become a day in March. A leap second (":60") is the next minute.
  return month >= 0 && date.getUTCMonth() === month && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
    ? date
    : undefined;
}

type DayAndTime = [day: number, hour: number, minute: number, second: number];

const months: readonly string[] = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const clockTime = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const imfFixdate = new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${clockTime} GMT$`);
const rfc850Date = new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${clockTime} GMT$`);
const asctimeDate = new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${clockTime} (?<year>\\d{4})$`);

// A year of two digits that would lie more than 50 years ahead is one of the past (RFC 9110 §5.6.7).
function fullYear(text: string): number {
  if (text.length === 4) return Number(text);
  const now = new Date().getUTCFullYear();
  const year = Math.trunc(now / 100) * 100 + Number(text);
  return year > now + 50 ? year - 100 : year;
}

function matchesAny(condition: string, current: Validators, match: (a: string, b: string) => boolean): boolean {
  if (condition.trim() === '*') return current.etag !== undefined || current.lastModified !== undefined;
  const { etag } = current;
  return etag !== undefined && entityTags(condition).some((candidate) => match(candidate, etag));
}

// Not listElements: a backslash in an entity tag is a character like any other, and escapes nothing (RFC 9110 §8.8.3).
function entityTags(list: string): readonly string[] {
  return Array.from(list.matchAll(/(?:^|,)\s*((?:W\/)?"[^"]*")\s*(?=,|$)/g), ([, tag]) => tag!);
}

function strongMatch(a: string, b: string): boolean {
  return a === b && !a.startsWith('W/');
}

function weakMatch(a: string, b: string): boolean {
  return a.replace(/^W\//, '') === b.replace(/^W\//, '');
}

// HTTP dates have whole seconds: what was changed within the same second counts as not changed.
function isLater(time: Date | undefined, than: Date): boolean {
  return time !== undefined && wholeSeconds(time) > wholeSeconds(than);
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
