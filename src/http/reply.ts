import { fileURLToPath } from 'node:url';

import type { CacheControlOptions } from './cache-control.js';
import { cacheControlText } from './cache-control.js';
import type { CookieOptions } from './cookies.js';
import { setCookieText } from './cookies.js';
import type { OpenReply } from './exchange.js';
import { FileBody } from './file-body.js';
import { checkHeaderName, checkHeaderValue } from './header-field.js';
import { MediaType } from './media-type.js';

/**
 * What code returns when it chooses status, headers or language itself. Every call returns a new Reply, so one can be kept and shared.
 *
 * @example return Reply.created(`/people/${id}`).language('de').body(person)
 */
export class Reply<T = unknown> {
  private constructor(
    readonly statusCode: number,
    /** The lines in the order given, beside `Content-Type`. */
    readonly headers: readonly (readonly [string, string])[],
    /** The media type to write the body as, where it is not left to negotiation. */
    readonly mediaType: MediaType | undefined,
    /** The body as given: written by the body writer that fits it. */
    readonly entity: T,
  ) {}

  static status(status: number): Reply<undefined> {
    if (!Number.isInteger(status) || status < 200 || status > 599)
      throw new RangeError(`${status} cannot be the status of a reply; use 200 to 599`);
    return new Reply(status, none, undefined, undefined);
  }

  static ok(): Reply<undefined>;
  static ok<T>(body: T): Reply<T>;
  static ok(body?: unknown): Reply {
    return new Reply(200, none, undefined, body);
  }

  static created(location: string | URL): Reply<undefined> {
    return Reply.status(201).location(location);
  }

  static accepted(): Reply<undefined>;
  static accepted<T>(body: T): Reply<T>;
  static accepted(body?: unknown): Reply {
    return new Reply(202, none, undefined, body);
  }

  /**
   * A file, with its type by the extension, ETag and Last-Modified; conditions and ranges of the request are honoured. Nothing there is 404.
   *
   * @example return Reply.file(new URL('../reports/2026.pdf', import.meta.url), { downloadAs: 'report.pdf' })
   */
  static file(path: string | URL, { downloadAs }: FileReplyOptions = {}): Reply<FileBody> {
    const reply = Reply.ok(new FileBody(typeof path === 'string' ? path : fileURLToPath(path)));
    return downloadAs === undefined ? reply : reply.header('Content-Disposition', attachmentText(downloadAs));
  }

  static noContent(): Reply<undefined> {
    return Reply.status(204);
  }

  /** 303: look there, by GET. */
  static seeOther(location: string | URL): Reply<undefined> {
    return Reply.status(303).location(location);
  }

  /** 307: send the same request there, this time. */
  static temporaryRedirect(location: string | URL): Reply<undefined> {
    return Reply.status(307).location(location);
  }

  /** 308: send the same request there, from now on. */
  static permanentRedirect(location: string | URL): Reply<undefined> {
    return Reply.status(308).location(location);
  }

  static notModified(etag?: string): Reply<undefined> {
    const reply = Reply.status(304);
    return etag === undefined ? reply : reply.header('ETag', etag);
  }

  /** Sets a header, in place of lines of the same name. */
  header(name: string, value: string | number | readonly string[]): Reply<T> {
    const key = checkHeaderName(name).toLowerCase();
    if (key === 'content-type') return this.type(String(value));
    const values = typeof value === 'object' ? value : [String(value)];
    const others = this.headers.filter(([other]) => other.toLowerCase() !== key);
    return this.with({ headers: [...others, ...values.map((one) => [name, checkHeaderValue(name, one)] as const)] });
  }

  /** Adds a line beside those of the same name; a reply has only one Content-Type, so that one is replaced. */
  addHeader(name: string, value: string | number): Reply<T> {
    if (name.toLowerCase() === 'content-type') return this.type(String(value));
    return this.with({ headers: [...this.headers, [checkHeaderName(name), checkHeaderValue(name, String(value))]] });
  }

  language(tag: string): Reply<T> {
    return this.header('Content-Language', tag);
  }

  location(location: string | URL): Reply<T> {
    return this.header('Location', typeof location === 'string' ? encoded(location) : location.href);
  }

  cookie(name: string, value: string, options?: CookieOptions): Reply<T> {
    return this.addHeader('Set-Cookie', setCookieText(name, value, options));
  }

  cacheControl(options: CacheControlOptions): Reply<T> {
    return this.header('Cache-Control', cacheControlText(options));
  }

  /** The header names that the choice of this reply depended on, added to those already named. */
  vary(...names: string[]): Reply<T> {
    return this.addHeader('Vary', names.join(', '));
  }

  /** An entity tag, with its quotes: `"abc"` or `W/"abc"`. */
  etag(tag: string): Reply<T> {
    return this.header('ETag', tag);
  }

  lastModified(time: Date): Reply<T> {
    return this.header('Last-Modified', time.toUTCString());
  }

  type(mediaType: string | MediaType): Reply<T> {
    return this.with({ mediaType: typeof mediaType === 'string' ? MediaType.parse(mediaType) : mediaType });
  }

  body<U>(entity: U): Reply<U> {
    return new Reply(this.statusCode, this.headers, this.mediaType, entity);
  }

  /** Puts status, headers and media type on an exchange's reply; the caller writes the body. */
  applyHead(reply: OpenReply): void {
    reply.status = this.statusCode;
    const set = new Set<string>();
    for (const [name, value] of this.headers) {
      const key = name.toLowerCase();
      if (set.has(key) || key === 'set-cookie' || key === 'vary') reply.appendHeader(name, value);
      else reply.setHeader(name, value);
      set.add(key);
    }
    if (this.mediaType !== undefined) reply.setHeader('Content-Type', this.mediaType.toString());
  }

  private with(changes: { headers?: Reply['headers']; mediaType?: MediaType }): Reply<T> {
    return new Reply(this.statusCode, changes.headers ?? this.headers, changes.mediaType ?? this.mediaType, this.entity);
  }
}

/** How a file is sent. */
export interface FileReplyOptions {
  /** Has browsers save the file under this name in place of showing it. */
  readonly downloadAs?: string;
}

// RFC 6266 §4.3 and appendix D: the plain form for old clients, the encoded one for all others.
function attachmentText(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

const none: readonly (readonly [string, string])[] = Object.freeze([]);

// What is escaped already stays as it is; encodeURI alone would escape its "%" again.
function encoded(location: string): string {
  return location.replace(/[^%]+|%(?![0-9A-Fa-f]{2})/g, encodeURI);
}
