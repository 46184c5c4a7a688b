import type { RequestHeaders } from './exchange.js';

/** Header fields as a case-insensitive multi-map that keeps the order and the names as given. */
export class HeaderMap implements RequestHeaders {
  private lines: (readonly [string, string])[] = [];
  private readonly byName = new Map<string, string[]>();

  /** From pairs, or from an object whose values are a text or several. */
  static of(fields: Iterable<readonly [string, string]> | Readonly<Record<string, string | readonly string[]>>): HeaderMap {
    const map = new HeaderMap();
    if (Symbol.iterator in fields) {
      for (const [name, value] of fields) map.append(name, value);
    } else {
      for (const [name, value] of Object.entries(fields)) {
        for (const one of typeof value === 'string' ? [value] : value) map.append(name, one);
      }
    }
    return map;
  }

  append(name: string, value: string): void {
    this.lines.push([name, value]);
    const key = name.toLowerCase();
    const values = this.byName.get(key);
    if (values === undefined) this.byName.set(key, [value]);
    else values.push(value);
  }

  remove(name: string): void {
    const key = name.toLowerCase();
    if (this.byName.delete(key)) this.lines = this.lines.filter(([other]) => other.toLowerCase() !== key);
  }

  get(name: string): string | undefined {
    const key = name.toLowerCase();
    return joinedValue(key, this.byName.get(key));
  }

  getAll(name: string): readonly string[] {
    return this.byName.get(name.toLowerCase()) ?? none;
  }

  has(name: string): boolean {
    return this.byName.has(name.toLowerCase());
  }

  entries(): Iterable<readonly [string, string]> {
    return this.lines;
  }
}

/** Several lines of one name as one value; fields that allow only one keep the first, as node does. */
export function joinedValue(lowerCaseName: string, values: readonly string[] | undefined): string | undefined {
  if (values === undefined || values.length === 0) return undefined;
  if (values.length === 1 || singleValued.has(lowerCaseName)) return values[0];
  return values.join(lowerCaseName === 'cookie' ? '; ' : ', ');
}

const none: readonly string[] = Object.freeze([]);

/** Header fields of which only the first line counts, as in node: a second one would make no sense. */
export const singleValued: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);
