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
    else append(parts, name !== undefined && Object.hasOwn(attributes, name) ? textOfValue(attributes[name]) : token);
  }
  if (parts.length === 1) return parts[0]!;
  return (value) => parts.map((part) => part ?? textOfValue(value)).join('');
}

// An escape, an expression, an attribute, a run of plain text, or a special character that begins none of them.
const tokens = /\\([\\{}$])|\$\{([^{}]*)\}|\{([^{}]*)\}|[^\\${]+|[\\${]/g;

function append(parts: (string | undefined)[], text: string): void {
  parts.push(`${parts.pop()}${text}`);
}

function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOfValue).join(', ')}]`;
  // An object without a prototype has no text form of its own, and String() would throw.
  if (typeof value === 'object' && value !== null && !('toString' in value)) return 'object';
  return String(value);
}
