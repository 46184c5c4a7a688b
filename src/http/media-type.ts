import { BoundedCache } from './bounded-cache.js';
import { isToken, splitOutsideQuotes, unquote } from './header-field.js';

/**
 * A media type or a range of them: "application/json", "text/plain;charset=utf-8", "image/*".
 *
 * @example MediaType.parse('text/plain; charset=UTF-8').charset // 'utf-8'
 */
export class MediaType {
  /** "application/json" in lower case, without parameters. */
  readonly essence: string;

  private constructor(
    readonly type: string,
    readonly subtype: string,
    /** Names in lower case, values as given, without their quotes. */
    readonly parameters: ReadonlyMap<string, string>,
  ) {
    this.essence = `${type}/${subtype}`;
  }

  // null stands for malformed, so that malformed values are remembered too. It comes before the types below, which need it.
  private static readonly remembered = new BoundedCache<MediaType | null>(500, (text) => this.read(text) ?? null);

  static readonly wildcard = MediaType.parse('*/*');
  static readonly json = MediaType.parse('application/json');
  static readonly text = MediaType.parse('text/plain');
  static readonly form = MediaType.parse('application/x-www-form-urlencoded');
  static readonly multipart = MediaType.parse('multipart/form-data');
  static readonly bytes = MediaType.parse('application/octet-stream');

  /** Reads a media type; throws a RangeError where it is malformed. */
  static parse(text: string): MediaType {
    const known = MediaType.tryParse(text);
    if (known === undefined)
      throw new RangeError(`Malformed media type: ${JSON.stringify(text)}. Write type/subtype, as in "application/json"`);
    return known;
  }

  /** Reads a media type, or yields undefined where it is malformed; header values seen before are not read again. */
  static tryParse(text: string): MediaType | undefined {
    return MediaType.remembered.get(text) ?? undefined;
  }

  private static read(text: string): MediaType | undefined {
    const [essence, ...rest] = splitOutsideQuotes(text, ';');
    const [type, subtype, ...excess] = (essence ?? '').toLowerCase().split('/');
    if (type === undefined || subtype === undefined || excess.length > 0 || !isToken(type) || !isToken(subtype)) return undefined;
    if (type === '*' && subtype !== '*') return undefined;
    const parameters = new Map<string, string>();
    for (const part of rest) {
      const equals = part.indexOf('=');
      const name = part.slice(0, equals).trim().toLowerCase();
      if (equals < 1 || !isToken(name)) return undefined;
      if (!parameters.has(name)) parameters.set(name, unquote(part.slice(equals + 1).trim()));
    }
    return new MediaType(type, subtype, parameters);
  }

  /** The charset parameter in lower case. */
  get charset(): string | undefined {
    return this.parameters.get('charset')?.toLowerCase();
  }

  /** The structured syntax suffix: "json" of "application/problem+json" (RFC 6838 §4.2.8). */
  get suffix(): string | undefined {
    const plus = this.subtype.lastIndexOf('+');
    return plus < 0 ? undefined : this.subtype.slice(plus + 1);
  }

  get isWildcard(): boolean {
    return this.subtype === '*';
  }

  /** True where the other falls within this range; parameters play no part. */
  includes(other: MediaType): boolean {
    return this.type === '*' || (this.type === other.type && (this.subtype === '*' || this.subtype === other.subtype));
  }

  /** True where either includes the other. */
  isCompatible(other: MediaType): boolean {
    return this.includes(other) || other.includes(this);
  }

  /** The same type with a charset, in place of the one it has. */
  withCharset(charset: string): MediaType {
    const parameters = new Map(this.parameters);
    parameters.set('charset', charset);
    return new MediaType(this.type, this.subtype, parameters);
  }

  toString(): string {
    let text = this.essence;
    for (const [name, value] of this.parameters) text += `;${name}=${isToken(value) ? value : quote(value)}`;
    return text;
  }

  toJSON(): string {
    return this.toString();
  }
}

function quote(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}
