import { inspect, types } from 'node:util';

/** An Error of this realm or another. */
export function isError(value: unknown): value is Error {
  return typeof value === 'object' && (value instanceof Error || types.isNativeError(value));
}

/** "TypeError: x is not a function". Never throws. */
export function summaryOf(error: Error): string {
  try {
    return String(error);
  } catch (thrown) {
    return unformattable(thrown);
  }
}

/** A value as `util.inspect` shows it, on one line unless its texts hold line breaks. Never throws. */
export function inspected(value: unknown): string {
  try {
    return inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: true });
  } catch (thrown) {
    return unformattable(thrown);
  }
}

/** What stands in the log for a value whose own code throws when it is shown. */
export function unformattable(thrown: unknown): string {
  return `[a value that cannot be formatted: ${thrown instanceof Error ? thrown.message : typeof thrown}]`;
}
