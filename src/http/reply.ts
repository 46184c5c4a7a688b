import type { CacheControlOptions } from './cache-control.js';
import { cacheControlText } from './cache-control.js';
import type { CookieOptions } from './cookies.js';
import { setCookieText } from './cookies.js';
import type { OpenReply } from './exchange.js';
import { checkHeaderName, checkHeaderValue } from './header-field.js';
import { MediaType } from './media-type.js';

/**
 * What code returns when it chooses status, headers or language itself. Every call returns a new Reply, so one can be kept and shared.
 *
 * @example return Reply.created(`/people/${id}`).language('de').body(person)
 */
export class Reply {
  private constructor(
    readonly statusCode: number,
    /** The lines in the order given, beside `Content-Type`. */
    readonly headers: readonly (readonly [string, string])[],
    /** The media type to write the body as, where it is not left to negotiation. */
    readonly mediaType: MediaType | undefined,
    /** The body as given: written by the body writer that fits it. */
    readonly entity: unknown,
  ) {}

  static status(status: number): Reply {
    if (!Number.isInteger(status) || status < 200 || status > 599)
      throw new RangeError(`${status} cannot be the status of a reply; use 200 to 599`);
    return new Reply(status, none, undefined, undefined);
  }

  static ok(body?: unknown): Reply {
    return new Reply(200, none, undefined, body);
  }

  static created(location: string | URL): Reply {
    return Reply.status(201).location(location);
  }

  static accepted(body?: unknown): Reply {
    return new Reply(202, none, undefined, body);
  }

  static noContent(): Reply {
    return Reply.status(204);
  }

  /** 303: look there, by GET. */
  static seeOther(location: string | URL): Reply {
    return Reply.status(303).location(location);
  }

  /** 307: send the same request there, this time. */
  static temporaryRedirect(location: string | URL): Reply {
    return Reply.status(307).location(location);
  }

  /** 308: send the same request there, from now on. */
  static permanentRedirect(location: string | URL): Reply {
    return Reply.status(308).location(location);
  }

  static notModified(etag?: string): Reply {
    const reply = Reply.status(304);
    return etag === undefined ? reply : reply.header('ETag', etag);
  }

  /** Sets a header, in place of lines of the same name. */
  header(name: string, value: string | number | readonly string[]): Reply {
    const key = checkHeaderName(name).toLowerCase();
    if (key === 'content-type') return this.type(String(value));
    const values = typeof value === 'object' ? value : [String(value)];
    const others = this.headers.filter(([other]) => other.toLowerCase() !== key);
    return this.with({ headers: [...others, ...values.map((one) => [name, checkHeaderValue(name, one)] as const)] });
  }

  /** Adds a line beside those of the same name; a reply has only one Content-Type, so that one is replaced. */
  addHeader(name: string, value: string | number): Reply {
    if (name.toLowerCase() === 'content-type') return this.type(String(value));
    return this.with({ headers: [...this.headers, [checkHeaderName(name), checkHeaderValue(name, String(value))]] });
  }

  language(tag: string): Reply {
    return this.header('Content-Language', tag);
  }

  location(location: string | URL): Reply {
    return this.header('Location', typeof location === 'string' ? encoded(location) : location.href);
  }

  cookie(name: string, value: string, options?: CookieOptions): Reply {
    return this.addHeader('Set-Cookie', setCookieText(name, value, options));
  }

  cacheControl(options: CacheControlOptions): Reply {
    return this.header('Cache-Control', cacheControlText(options));
  }

  /** The header names that the choice of this reply depended on, added to those already named. */
  vary(...names: string[]): Reply {
    return this.addHeader('Vary', names.join(', '));
  }

  /** An entity tag, with its quotes: `"abc"` or `W/"abc"`. */
  etag(tag: string): Reply {
    return this.header('ETag', tag);
  }

  lastModified(time: Date): Reply {
    return this.header('Last-Modified', time.toUTCString());
  }

  type(mediaType: string | MediaType): Reply {
    return this.with({ mediaType: typeof mediaType === 'string' ? MediaType.parse(mediaType) : mediaType });
  }

  body(entity: unknown): Reply {
    return this.with({ entity });
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

  private with(changes: { headers?: Reply['headers']; mediaType?: MediaType; entity?: unknown }): Reply {
    return new Reply(
      this.statusCode,
      changes.headers ?? this.headers,
      changes.mediaType ?? this.mediaType,
      'entity' in changes ? changes.entity : this.entity,
    );
  }
}

const none: readonly (readonly [string, string])[] = Object.freeze([]);

// What is escaped already stays as it is; encodeURI alone would escape its "%" again.
function encoded(location: string): string {
  return location.replace(/[^%]+|%(?![0-9A-Fa-f]{2})/g, encodeURI);
}
