import type { RequestHeaders } from '../../../http/exchange.js';
import { singleValued } from '../../../http/header-map.js';
import type { RequestHead } from './head-scanner.js';

/** The header lines of a scanned head. Nothing is copied or decoded before it is asked for. */
export class LaneHeaders implements RequestHeaders {
  /** The body is decoded on its way in: what described its encoded form is not there any more. */
  hidesEncoding = false;

  constructor(private readonly head: RequestHead) {}

  get(name: string): string | undefined {
    const first = this.indexOf(name, 0);
    if (first < 0) return undefined;
    const next = this.indexOf(name, first + 4);
    return next < 0 ? this.value(first) : this.joined(name.toLowerCase(), first, next);
  }

  getAll(name: string): readonly string[] {
    const values: string[] = [];
    for (let at = this.indexOf(name, 0); at >= 0; at = this.indexOf(name, at + 4)) values.push(this.value(at));
    return values;
  }

  has(name: string): boolean {
    return this.indexOf(name, 0) >= 0;
  }

  *entries(): Iterable<readonly [string, string]> {
    const { text, fields } = this.head;
    for (let at = 0; at < fields.length; at += 4) {
      const name = text.slice(fields[at], fields[at + 1]);
      if (!this.hidesEncoding || !describesEncoding(name.toLowerCase())) yield [name, this.value(at)];
    }
  }

  private indexOf(name: string, from: number): number {
    const { text, fields } = this.head;
    for (let at = from; at < fields.length; at += 4) {
      const start = fields[at]!;
      if (fields[at + 1]! - start === name.length && isSame(text, start, name)) {
        return this.hidesEncoding && describesEncoding(name.toLowerCase()) ? -1 : at;
      }
    }
    return -1;
  }

  private value(at: number): string {
    const { text, fields } = this.head;
    return text.slice(fields[at + 2], fields[at + 3]);
  }

  // As node does it: the first wins where a second would make no sense, cookies are joined by "; ", all others by ", ".
  private joined(name: string, first: number, next: number): string {
    if (singleValued.has(name)) return this.value(first);
    const separator = name === 'cookie' ? '; ' : ', ';
    let value = this.value(first);
    for (let at = next; at >= 0; at = this.indexOf(name, at + 4)) value += separator + this.value(at);
    return value;
  }
}

/** Compares in any case. */
function isSame(text: string, start: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const one = text.charCodeAt(start + index);
    const other = name.charCodeAt(index);
    if (one !== other && lower(one) !== lower(other)) return false;
  }
  return true;
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}

function describesEncoding(name: string): boolean {
  return name === 'content-encoding' || name === 'content-length';
}
