import { exponentialPart, tooSlow } from '../values/exponential-regex.js';

/**
 * A path with variables: "/people/{id}", "/files/{path: .+}", "/v{major}.{minor}".
 *
 * A plain variable takes one whole segment or a part of it, never a slash. A variable with a regular expression takes what the expression
 * says; where that could be a slash, the rest of the template is matched as one expression.
 */
export class PathTemplate {
  /** With a leading slash and without a trailing one; the root is "/". */
  readonly text: string;
  readonly segments: readonly TemplateSegment[];
  readonly variables: readonly string[];
  /** Two templates of one shape match the same paths: "/a/{id}" and "/a/{name}". */
  readonly shape: string;
  /** What decides between templates that match the same path, as in JAX-RS; see {@link comparePrecedence}. */
  readonly precedence: { readonly literalCharacters: number; readonly variables: number; readonly expressions: number };

  private constructor(private readonly parts: readonly TemplatePart[]) {
    this.text = parts.map(textOf).join('') || '/';
    this.segments = segmentsOf(parts);
    const variables = parts.filter((part) => typeof part !== 'string');
    this.variables = variables.map((part) => part.name);
    this.shape = parts
      .map((part) => (typeof part === 'string' ? part : part.expression === undefined ? '{}' : `{:${part.expression}}`))
      .join('');
    this.precedence = {
      literalCharacters: parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0),
      variables: variables.length,
      expressions: variables.filter((part) => part.expression !== undefined).length,
    };
  }

  /** Reads a template; throws a RangeError that says what is wrong with it. */
  static parse(text: string): PathTemplate {
    refuseForeign(text);
    const template = new PathTemplate(normalized(partsOf(text)));
    const twice = template.variables.find((name, index) => template.variables.indexOf(name) !== index);
    if (twice !== undefined) throw new RangeError(`the path "${text}" has the variable {${twice}} twice; rename one of them`);
    return template;
  }

  /** This template followed by another. */
  join(other: PathTemplate): PathTemplate {
    return PathTemplate.parse(`${this.text}/${other.text}`);
  }

  /** The path that has these values in place of the variables, escaped; a missing one is a RangeError. */
  expand(values: Readonly<Record<string, string | number | bigint | boolean>>): string {
    const path = this.parts.map((part) => {
      if (typeof part === 'string') return encodeURI(part);
      const value = values[part.name];
      if (value === undefined || value === '') throw new RangeError(`${this.text} needs a value for {${part.name}}`);
      return part.expression === undefined ? encodeURIComponent(String(value)) : String(value).split('/').map(encodeURIComponent).join('/');
    });
    return path.join('') || '/';
  }

  toString(): string {
    return this.text;
  }
}

/** One step of matching: a segment, or with `rest` everything that is left of the path. */
export type TemplateSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable' }
  | { readonly kind: 'pattern' | 'rest'; readonly expression: RegExp; readonly variables: number };

/**
 * Which of two templates that match the same path is meant: the one with more literal characters, then with more variables, then with more
 * regular expressions (JAX-RS 2.1 §3.7.2), then by its text, so that the order of registration never matters.
 */
export function comparePrecedence(a: PathTemplate, b: PathTemplate): number {
  return (
    b.precedence.literalCharacters - a.precedence.literalCharacters ||
    b.precedence.variables - a.precedence.variables ||
    b.precedence.expressions - a.precedence.expressions ||
    (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)
  );
}

/** A template without its expressions, and its variables in order: "/files/{path}" of "/files/{path: .+}". */
export function plainTemplate(text: string): PlainTemplate {
  const parts = normalized(partsOf(text));
  return {
    path: parts.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('') || '/',
    variables: parts.filter((part) => typeof part !== 'string'),
  };
}

/** What {@link plainTemplate} yields. */
export interface PlainTemplate {
  readonly path: string;
  readonly variables: readonly { readonly name: string; readonly expression: string | undefined }[];
}

type TemplatePart = string | { readonly name: string; readonly expression: string | undefined };

function textOf(part: TemplatePart): string {
  if (typeof part === 'string') return part;
  return part.expression === undefined ? `{${part.name}}` : `{${part.name}: ${part.expression}}`;
}

/** What other frameworks write, and what no request can match. */
function refuseForeign(text: string): void {
  const outside = text.replace(/\{(?:[^{}\\]|\\.|\{[^{}]*\})*\}/g, '{}');
  const express = /(?:^|\/):(?<name>\w+)/.exec(outside)?.groups?.['name'];
  if (/^\w[\w+.-]*:\/\//.test(text)) throw new RangeError(`the path "${text}" is a URL; write only its path, as in "/people"`);
  if (text !== text.trim() || Array.from(outside).some((one) => one < ' ' || one === '\u007f'))
    throw new RangeError(`the path "${text}" has blanks at its ends or control characters; remove them`);
  if (express !== undefined)
    throw new RangeError(`the path "${text}" has the variable :${express} as Express writes it; write {${express}}`);
  if (/(?:^|\/)\*+(?:$|\/)/.test(outside))
    throw new RangeError(`the path "${text}" has a "*", which stands for itself; write {rest: .*} for any path`);
}

function partsOf(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let position = 0;
  while (position < text.length) {
    const open = text.indexOf('{', position);
    const literal = text.slice(position, open < 0 ? undefined : open);
    if (literal.includes('}')) throw new RangeError(`the path "${text}" has a "}" without its "{"`);
    if (/[?#]/.test(literal))
      throw new RangeError(
        `the path "${text}" has a "${/[?#]/.exec(literal)![0]}", which no path can have; take what follows by @QueryParam`,
      );
    if (literal !== '') parts.push(literal);
    if (open < 0) break;
    const close = closingBrace(text, open);
    parts.push(variableOf(text.slice(open + 1, close), text));
    position = close + 1;
  }
  return parts;
}

/** The brace that ends the variable; braces within its expression ("\d{3}") come in pairs or are escaped. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return index;
  }
  throw new RangeError(`the path "${text}" has a "{" without its "}"`);
}

function variableOf(inner: string, template: string): TemplatePart {
  const colon = inner.indexOf(':');
  const name = (colon < 0 ? inner : inner.slice(0, colon)).trim();
  const expression = colon < 0 ? undefined : inner.slice(colon + 1).trim();
  if (!/^[\w.-]+$/.test(name))
    throw new RangeError(`the path "${template}" has the variable name "${name}"; use letters, digits, "_", "-" and "."`);
  if (expression === undefined) return { name, expression };
  try {
    // Compiled alone, so that an unbalanced group cannot reach over into the rest of the template.
    new RegExp(expression, 'u').test('');
  } catch (error) {
    throw new RangeError(`the path "${template}" has a malformed regular expression for {${name}}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const slow = exponentialPart(expression, 'u');
  if (slow !== undefined) throw new RangeError(`the path "${template}" has a slow expression for {${name}}: ${tooSlow(slow)}`);
  return { name, expression };
}

function normalized(parts: readonly TemplatePart[]): readonly TemplatePart[] {
  const merged: TemplatePart[] = ['/'];
  for (const part of parts) {
    const last = merged.at(-1)!;
    if (typeof part !== 'string') merged.push(part);
    else if (typeof last === 'string') merged[merged.length - 1] = (last + part).replace(/\/{2,}/g, '/');
    else merged.push(part.replace(/\/{2,}/g, '/'));
  }
  const last = merged.at(-1)!;
  if (typeof last === 'string') merged[merged.length - 1] = last.replace(/\/$/, '');
  return merged.filter((part) => part !== '');
}

function segmentsOf(parts: readonly TemplatePart[]): readonly TemplateSegment[] {
  const segments: TemplateSegment[] = [];
  // The text begins with a slash, and what stands before it is nothing.
  const groups = splitAtSlashes(parts).slice(1);
  for (const [index, group] of groups.entries()) {
    if (group.some((part) => typeof part !== 'string' && part.expression !== undefined && mayMatchSlash(part.expression))) {
      const remaining = groups.slice(index).flatMap((one, at) => (at === 0 ? one : ['/', ...one]));
      segments.push(patternOf('rest', remaining));
      return segments;
    }
    const [only] = group;
    if (group.length === 1 && typeof only === 'string') segments.push({ kind: 'literal', text: only });
    else if (group.length === 1 && typeof only === 'object' && only.expression === undefined) segments.push({ kind: 'variable' });
    else segments.push(patternOf('pattern', group));
  }
  return segments;
}

function splitAtSlashes(parts: readonly TemplatePart[]): TemplatePart[][] {
  const groups: TemplatePart[][] = [[]];
  for (const part of parts) {
    if (typeof part !== 'string') {
      groups.at(-1)!.push(part);
      continue;
    }
    for (const [index, piece] of part.split('/').entries()) {
      if (index > 0) groups.push([]);
      if (piece !== '') groups.at(-1)!.push(piece);
    }
  }
  return groups;
}

function patternOf(kind: 'pattern' | 'rest', parts: readonly TemplatePart[]): TemplateSegment {
  let variables = 0;
  const source = parts.map((part) =>
    typeof part === 'string' ? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : `(?<v${variables++}>${part.expression ?? '[^/]+?'})`,
  );
  return { kind, expression: new RegExp(`^${source.join('')}$`, 'u'), variables };
}

/** True where some part of the expression can match a slash, so that the variable may take several segments. */
function mayMatchSlash(expression: string): boolean {
  return (expression.match(atoms) ?? []).some((atom) => {
    if (!/^[\\[]/.test(atom)) return atom === '/' || atom === '.';
    // A reference to another group cannot be compiled alone; what it repeats is looked at where it stands.
    if (/^\\(?:\d|k<)/.test(atom)) return false;
    return new RegExp(`^${atom}$`, 'u').test('/');
  });
}

/** The parts of a regular expression that match one character: escapes, classes, and characters by themselves. */
const atoms = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|./gsu;
