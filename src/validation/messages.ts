import { shortened } from '../values/shortened.js';
import type { Attributes } from './constraint.js';

/** A message ready to be shown; where it asks for `${validatedValue}`, it is made anew for each value. */
export type Message = string | ((value: unknown) => string);

/**
 * Fills in a template: `{min}` becomes the attribute of that name, `${validatedValue}` the value that was found invalid. A backslash
 * takes away the meaning of the brace, dollar or backslash after it; names that no attribute has stay as they are.
 *
 * What is filled in is never read as a template again, so a value from a client cannot ask for anything.
 */
export function messageOf(template: string, attributes: Attributes): Message {
  const parts: (string | undefined)[] = [''];
  for (const [token, escaped, expression, name] of template.matchAll(tokens)) {
    if (escaped !== undefined) append(parts, escaped);
    else if (expression === 'validatedValue') parts.push(undefined, '');
    else append(parts, name !== undefined && Object.hasOwn(attributes, name) ? textOfAttribute(attributes[name]) : token);
  }
  if (parts.length === 1) return parts[0]!;
  return (value) => parts.map((part) => part ?? textOfValue(value)).join('');
}

/** What to tell the developer whose template asks for something that is not there: clients would read the braces. */
export function unknownPlaceholder(template: string, attributes: Attributes): string | undefined {
  for (const [token, , expression, name] of template.matchAll(tokens)) {
    const isUnknown =
      expression === undefined ? isWord(name) && !Object.hasOwn(attributes, name) : isWord(expression) && expression !== 'validatedValue';
    if (!isUnknown) continue;
    const known = ['${validatedValue}', ...Object.keys(attributes).map((one) => `{${one}}`)];
    return `its message asks for ${token}, which it does not know; use ${known.join(', ')}, or \\${token} for the braces themselves`;
  }
  return undefined;
}

function isWord(text: string | undefined): text is string {
  return text !== undefined && /^\w+$/.test(text);
}

// An escape, an expression, an attribute, a run of plain text, or a special character that begins none of them.
const tokens = /\\([\\{}$])|\$\{([^{}]*)\}|\{([^{}]*)\}|[^\\${]+|[\\${]/g;

function append(parts: (string | undefined)[], text: string): void {
  parts.push(`${parts.pop()}${text}`);
}

/** Attributes are the developer's own, and are shown in full. */
function textOfAttribute(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOfAttribute).join(', ')}]` : String(value);
}

/** How much of a client's value a message repeats. */
const shownLength = 300;
const shownElements = 20;
const shownDepth = 3;

/** The value as text, whatever it is: a message must not fail, nor grow, because of what a client sent. */
function textOfValue(value: unknown): string {
  return shortened(safeText(value, 0), shownLength);
}

function safeText(value: unknown, depth: number): string {
  try {
    return Array.isArray(value) ? listText(value, depth) : String(value);
  } catch {
    // An object without a prototype, or whose toString is no function or throws, has no text form.
    return 'object';
  }
}

function listText(list: readonly unknown[], depth: number): string {
  if (depth === shownDepth) return '[…]';
  const shown = list.slice(0, shownElements).map((element) => safeText(element, depth + 1));
  return `[${shown.join(', ')}${list.length > shownElements ? ', …' : ''}]`;
}
