import { format } from 'node:util';

import { maskedJson } from '../json/secret-members.js';
import { isError, summaryOf, unformattable } from './value-text.js';

/** The text of a logging call, and the error whose stack trace follows. */
export interface LogMessage {
  readonly text: string;
  readonly error: Error | undefined;
}

/**
 * Formats the arguments of a logging call as `util.format` would. An Error as the last argument is kept for its stack trace; if a placeholder asks for it,
 * its name and message are in the text as well. Never throws: the text says what cannot be formatted.
 */
export function readMessage(message: unknown, args: readonly unknown[]): LogMessage {
  if (args.length === 0) {
    return isError(message) ? { text: summaryOf(message), error: message } : { text: formatSafely(message, args), error: undefined };
  }
  const last = args[args.length - 1];
  if (!isError(last)) return { text: formatSafely(message, args), error: undefined };
  const others = args.slice(0, -1);
  const asked = typeof message === 'string' && placeholdersIn(message) > others.length;
  return { text: formatSafely(message, asked ? [...others, summaryOf(last)] : others), error: last };
}

function formatSafely(message: unknown, args: readonly unknown[]): string {
  if (typeof message === 'string') {
    if (args.length === 0) return message;
    const simple = formatSimple(message, args);
    if (simple !== undefined) return simple;
  }
  try {
    if (args.length === 0) return format(message);
    const shown = args.map((arg) => (isError(arg) ? summaryOf(arg) : arg));
    return typeof message === 'string' && message.includes('%j') ? formatJson(message, shown) : format(message, ...shown);
  } catch (thrown) {
    return unformattable(thrown);
  }
}

// util.format writes %j by JSON.stringify, which knows nothing of secrets: those values are made texts first.
function formatJson(message: string, args: readonly unknown[]): string {
  const values = [...args];
  let at = 0;
  const text = message.replaceAll(/%[sdifjoOc%]/g, (placeholder) => {
    if (placeholder === '%%' || at >= values.length) return placeholder;
    const index = at++;
    if (placeholder !== '%j') return placeholder;
    values[index] = jsonOf(values[index]);
    return '%s';
  });
  return format(text, ...values);
}

function jsonOf(value: unknown): unknown {
  try {
    return maskedJson(value);
  } catch (thrown) {
    // As util.format does.
    if (isError(thrown) && /circular/i.test(thrown.message)) return '[Circular]';
    throw thrown;
  }
}

/**
 * The common case of `util.format`, several times faster: only %s, %d and %% in the text, only strings, numbers and booleans as arguments. Undefined for
 * anything else. Tests compare it with the original.
 */
function formatSimple(message: string, args: readonly unknown[]): string | undefined {
  let text = '';
  let used = 0;
  let from = 0;
  for (let at = message.indexOf('%'); at !== -1; at = message.indexOf('%', at)) {
    const letter = message.charCodeAt(at + 1);
    if (letter === percent) {
      text += message.slice(from, at + 1);
    } else if (letter === letterS || letter === letterD) {
      if (used === args.length) {
        at += 2;
        continue;
      }
      const value = args[used++];
      if (letter === letterD ? !isPlainNumber(value) : typeof value !== 'string' && typeof value !== 'boolean' && !isPlainNumber(value)) {
        return undefined;
      }
      text += message.slice(from, at) + String(value);
    } else if ((letter >= lowerA && letter <= lowerZ) || letter === letterO) {
      return undefined;
    } else {
      at++;
      continue;
    }
    at += 2;
    from = at;
  }
  text += message.slice(from);
  for (; used < args.length; used++) {
    const value = args[used];
    if (typeof value !== 'string' && typeof value !== 'boolean' && !isPlainNumber(value)) return undefined;
    text += ` ${value}`;
  }
  return text;
}

const percent = 37;
const letterS = 115;
const letterD = 100;
const letterO = 79;
const lowerA = 97;
const lowerZ = 122;

function isPlainNumber(value: unknown): value is number {
  return typeof value === 'number' && !Object.is(value, -0);
}

function placeholdersIn(message: string): number {
  return message.match(/%%|%[sdifjoOc]/g)?.filter((found) => found !== '%%').length ?? 0;
}
