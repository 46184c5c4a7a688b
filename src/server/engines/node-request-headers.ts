import type { IncomingHttpHeaders } from 'node:http';

import type { RequestHeaders } from '../../http/exchange.js';

/** The headers of a request as node has them: by name in lower case, and line by line as sent. */
export interface HeaderTables {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

/** Node's own header tables behind our interface: node builds them in any case, so that a look-up costs one property access. */
export class NodeRequestHeaders implements RequestHeaders {
  /** The body is decoded on its way in: what described its encoded form is not there any more. */
  hidesEncoding = false;

  constructor(private readonly tables: HeaderTables) {}

  get(name: string): string | undefined {
    const { headers } = this.tables;
    const key = name in headers ? name : name.toLowerCase();
    const value = headers[key];
    // Other than text: only Set-Cookie, and what a plain object inherits.
    if (typeof value !== 'string') return Array.isArray(value) ? value.join(', ') : undefined;
    return this.hidesEncoding && describesEncoding(key) ? undefined : value;
  }

  getAll(name: string): readonly string[] {
    const key = name.toLowerCase();
    if (this.hidesEncoding && describesEncoding(key)) return none;
    const { rawHeaders } = this.tables;
    const values: string[] = [];
    for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === key) values.push(rawHeaders[i + 1]!);
    return values.length === 0 ? none : values;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *entries(): Iterable<readonly [string, string]> {
    const { rawHeaders } = this.tables;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!;
      if (this.hidesEncoding && describesEncoding(name.toLowerCase())) continue;
      yield [name, rawHeaders[i + 1]!];
    }
  }
}

function describesEncoding(key: string): boolean {
  return key === 'content-encoding' || key === 'content-length';
}

const none: readonly string[] = Object.freeze([]);
