import type { RequestHeaders } from './exchange.js';
import { listElements } from './header-field.js';

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

/** The time of an HTTP date; undefined where there is none or it is malformed. */
export function httpDate(text: string | undefined): Date | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time);
}

function matchesAny(condition: string, current: Validators, match: (a: string, b: string) => boolean): boolean {
  if (condition.trim() === '*') return current.etag !== undefined || current.lastModified !== undefined;
  const { etag } = current;
  return etag !== undefined && listElements(condition).some((candidate) => match(candidate, etag));
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
