import { exponentialPart, tooSlow } from '../values/exponential-regex.js';
import { anyCasePattern, literalPattern } from '../values/text-pattern.js';
import { bounded, inclusive } from './bounds.js';
import type { Bounds } from './bounds.js';
import type { BareConstraint, Constraint, ConstraintOptions, Sized, Textual } from './constraint-types.js';
import { bareConstraint, constraintAnnotation } from './constraint.js';
import type { Attributes, ConstraintDefinition } from './constraint.js';
import { codePointsWithin, elementsIn } from './counting.js';
import type { Limits } from './counting.js';
import { isEmail } from './email.js';
import { noMaximum, sizeSchema } from './size-schema.js';
import { hasUnprintable } from './unprintable.js';

/** The text must have at least `min` and at most `max` characters, counted as code points, as JSON Schema counts them. */
export function Length(
  range: { readonly min?: number; readonly max?: number } & ConstraintOptions,
): Constraint<Textual, '@Length stands on text, not on'> {
  return constraintAnnotation(length, { min: 0, max: noMaximum }, range);
}

/** Text must have, or a collection must hold, at least `min` and at most `max` characters or elements. */
export function Size(
  range: { readonly min?: number; readonly max?: number } & ConstraintOptions,
): Constraint<Sized, '@Size stands on text and collections, not on'> {
  return constraintAnnotation(size, { min: 0, max: noMaximum }, range);
}

/** How the texts of a {@link OneOf} are compared. */
export interface OneOfOptions extends ConstraintOptions {
  readonly ignoreCase?: boolean;
  /** White space before and after the value is forgiven. */
  readonly ignoreWhitespace?: boolean;
}

/** The text must be one of those listed. */
export function OneOf(
  values: readonly string[],
  options: OneOfOptions = {},
): Constraint<Textual, '@OneOf stands on text, not on', 'values'> {
  return constraintAnnotation(oneOf, { value: values, ignoreCase: false, ignoreWhitespace: false }, options);
}

/** The whole text must match the expression, as if it stood between `^` and `$`. */
export function Pattern(regexp: RegExp | string, options: ConstraintOptions = {}): Constraint<Textual, '@Pattern stands on text, not on'> {
  const written = typeof regexp === 'string' ? { regexp, flags: '' } : { regexp: regexp.source, flags: regexp.flags };
  return constraintAnnotation(pattern, written, options);
}

/** The text must be an e-mail address: a name, `@` and a host. Empty text passes. */
export const Email: BareConstraint<Textual, '@Email stands on text, not on'> = bareConstraint({
  ...textual('Email', 'not a well-formed email address'),
  prepare: () => (value) => typeof value === 'string' && (value === '' || isEmail(value)),
  schema: () => ({ pattern: '^(?:[^@]+@[^@]+)?$' }),
  schemaIsWider: () => true,
});

/** What an {@link URL} must have, where more than any address of the web is asked. */
export interface UrlOptions extends ConstraintOptions {
  readonly protocol?: string;
  readonly host?: string;
  readonly port?: number;
}

/** The text must be a whole http, https or ftp address, or of the protocol given, of printable characters. Empty text passes. */
export const URL: BareConstraint<Textual, UrlProblem> & ((options: UrlOptions) => Constraint<Textual, UrlProblem>) = bareConstraint({
  ...textual('URL', 'must be a valid URL'),
  prepare(attributes) {
    const { protocol, host, port } = attributes as UrlOptions;
    return (value) => {
      if (typeof value !== 'string') return false;
      if (value === '') return true;
      if (!(protocol === undefined ? webAddress : hierarchical).test(value) || hasUnprintable(value) || value.includes('\\')) return false;
      if (!globalThis.URL.canParse(value)) return false;
      if (protocol === undefined && host === undefined && port === undefined) return true;
      const url = new globalThis.URL(value);
      return (
        (protocol === undefined || url.protocol === `${protocol.toLowerCase()}:`) &&
        (host === undefined || url.hostname === host.toLowerCase()) &&
        (port === undefined || Number(url.port === '' ? defaultPorts[url.protocol] : url.port) === port)
      );
    };
  },
  schema(attributes) {
    const { protocol } = attributes as UrlOptions;
    const begin =
      protocol === undefined ? `(?:${['http', 'https', 'ftp'].map(anyCasePattern).join('|')}):\\/\\/[^/]` : `${anyCasePattern(protocol)}:`;
    return { pattern: `^$|^${begin}` };
  },
  schemaIsWider: () => true,
});
type UrlProblem = '@URL stands on text, not on';

/** The text must be a UUID: 32 hexadecimal digits in five groups. */
export const UUID: BareConstraint<Textual, '@UUID stands on text, not on'> = bareConstraint({
  ...textual('UUID', 'must be a valid UUID'),
  prepare: () => (value) => typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
  schema: () => ({ pattern: '^[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$' }),
});

const webAddress = /^(?:https?|ftp):\/\/[^/]/i;
const hierarchical = /^[a-z][a-z\d+.-]*:/i;
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ftp:': '21' };

const length = bounded({
  ...textual('Length', 'length must be between {min} and {max}'),
  prepare(attributes) {
    const limits = attributes as unknown as Limits;
    return (value) => typeof value === 'string' && codePointsWithin(value, limits);
  },
  misuse: wrongLimits,
  bounds: sizeBounds,
  schema: ({ min, max }, kind) => sizeSchema(kind, min as number, max as number),
});

const size = bounded({
  ...textual('Size', 'size must be between {min} and {max}'),
  on: 'sized',
  prepare(attributes) {
    const limits = attributes as unknown as Limits;
    return (value) => {
      if (typeof value === 'string') return codePointsWithin(value, limits);
      const count = elementsIn(value);
      return count >= limits.min && count <= limits.max;
    };
  },
  misuse: wrongLimits,
  bounds: sizeBounds,
  schema: ({ min, max }, kind) => sizeSchema(kind, min as number, max as number),
  schemaIsWider: ({ min, max }, kind) => kind === 'other' || (kind === 'set' && ((min as number) > 1 || (max as number) < noMaximum)),
});

const oneOf: ConstraintDefinition = {
  ...textual('OneOf', 'must be one of {value}'),
  prepare(attributes) {
    const { value: values, ignoreCase, ignoreWhitespace } = attributes as unknown as OneOfAttributes;
    const allowed = new Set(values.map((one) => (ignoreCase ? one.toLowerCase() : one)));
    return (value) => {
      let text = textOf(value);
      if (text === undefined) return false;
      if (ignoreWhitespace) text = text.trim();
      return allowed.has(ignoreCase ? text.toLowerCase() : text);
    };
  },
  misuse: ({ value }) => (Array.isArray(value) && value.length > 0 ? undefined : 'the list of allowed values is empty; name at least one'),
  schema(attributes) {
    const { value: values, ignoreCase, ignoreWhitespace } = attributes as unknown as OneOfAttributes;
    if (!ignoreCase && !ignoreWhitespace) return { enum: values };
    const choices = values.map(ignoreCase ? anyCasePattern : literalPattern).join('|');
    return { pattern: ignoreWhitespace ? `^\\s*(?:${choices})\\s*$` : `^(?:${choices})$` };
  },
};

const pattern: ConstraintDefinition = {
  ...textual('Pattern', 'must match "{regexp}"'),
  prepare(attributes) {
    const { regexp, flags } = attributes as { readonly regexp: string; readonly flags: string };
    const whole = wholeMatch(regexp, flags);
    return (value) => typeof value === 'string' && whole.test(value);
  },
  misuse(attributes) {
    const { regexp, flags } = attributes as { readonly regexp: string; readonly flags: string };
    try {
      // Alone first: inside a group, "a)(b" would be accepted.
      void new RegExp(regexp, flags);
      wholeMatch(regexp, flags);
    } catch (error) {
      return `${(error as Error).message}; correct the regular expression`;
    }
    const slow = exponentialPart(regexp, flags);
    return slow === undefined ? undefined : tooSlow(slow);
  },
  // Schemas know no flags, and read expressions as if they had the flag "u".
  schema(attributes) {
    const { regexp, flags } = attributes as { readonly regexp: string; readonly flags: string };
    return /[imsv]/.test(flags) || !isUnicodeExpression(regexp) ? undefined : { pattern: `^(?:${regexp})$` };
  },
};

function isUnicodeExpression(regexp: string): boolean {
  try {
    return new RegExp(regexp, 'u').unicode;
  } catch {
    return false;
  }
}

interface OneOfAttributes {
  readonly value: readonly string[];
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
}

function textual(name: string, message: string): Omit<ConstraintDefinition, 'prepare'> {
  return { name, on: 'text', level: 'value', absent: 'valid', message };
}

/** Numbers and booleans are compared by the text they are written as. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Begin and end are written without `^` and `$`, which the `m` flag would let match at any line. Flags that make an expression remember are dropped. */
function wholeMatch(regexp: string, flags: string): RegExp {
  return new RegExp(`(?<![\\s\\S])(?:${regexp})(?![\\s\\S])`, flags.replace(/[gy]/g, ''));
}

function sizeBounds({ min, max }: Attributes): Bounds {
  return { scale: 'size', least: inclusive(min), most: inclusive(max) };
}

function wrongLimits({ min, max }: Attributes): string | undefined {
  if (!isCount(min)) return `min ${String(min)} is not a whole number from 0 up`;
  if (!isCount(max)) return `max ${String(max)} is not a whole number from 0 up`;
  return (min as number) > (max as number) ? `min ${String(min)} is greater than max ${String(max)}; swap them` : undefined;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
