import { promisify } from 'node:util';
import { createGzip, constants, gzip } from 'node:zlib';

import { chooseEncoding } from '../../http/accept.js';
import { BoundedCache } from '../../http/bounded-cache.js';
import type { OpenReply, ReplyEncoder, ReplyStream } from '../../http/exchange.js';
import type { Wrap } from '../../http/handler.js';
import { MediaType } from '../../http/media-type.js';
import { throughTransform } from './through-transform.js';

/** Which replies are compressed, and how. */
export interface GzipOptions {
  readonly minimumSize: number;
  readonly methods: readonly string[];
  readonly mediaTypes: readonly string[];
  /** 0 to 9, as zlib counts. */
  readonly level: number;
}

/** Compresses replies for clients that accept gzip, where the content is worth it. */
export function gzipReplies(options: GzipOptions): Wrap {
  const methods = new Set(options.methods);
  // HEAD tells what GET would send.
  if (methods.has('GET')) methods.add('HEAD');
  const compressing = new GzipEncoder(options);
  const plain = new VaryEncoder(options);
  const wantsGzip = new BoundedCache(200, (header) => chooseEncoding(header, ['gzip']) === 'gzip');
  return (next) => (exchange) => {
    if (methods.has(exchange.method)) {
      const accepted = exchange.headers.get('accept-encoding');
      exchange.reply.encodeBody(accepted !== undefined && wantsGzip.get(accepted) ? compressing : plain);
    }
    return next(exchange);
  };
}

/** Leaves the body as it is, but tells caches that another client might get it compressed. */
class VaryEncoder implements ReplyEncoder {
  readonly minimumSize: number;
  private readonly worthwhile: BoundedCache<boolean>;

  constructor({ minimumSize, mediaTypes }: GzipOptions) {
    const ranges = mediaTypes.map((text) => MediaType.parse(text));
    this.minimumSize = minimumSize;
    this.worthwhile = new BoundedCache(200, (text) => {
      const type = MediaType.tryParse(text);
      return type !== undefined && ranges.some((range) => range.includes(type));
    });
  }

  whole(reply: OpenReply, _body: Uint8Array): Uint8Array | Promise<Uint8Array> | undefined {
    if (this.isCandidate(reply)) addVary(reply);
    return undefined;
  }

  pieces(reply: OpenReply, _source: ReplyStream): ReplyStream | undefined {
    if (this.isCandidate(reply)) addVary(reply);
    return undefined;
  }

  describe(reply: OpenReply): void {
    if (this.isCandidate(reply) || isUntyped304(reply)) addVary(reply);
  }

  protected isCandidate(reply: OpenReply): boolean {
    const type = reply.header('content-type');
    if (typeof type !== 'string' || !this.worthwhile.get(type)) return false;
    if (reply.header('content-encoding') !== undefined || reply.status === 206) return false;
    const caching = reply.header('cache-control');
    return typeof caching !== 'string' || !caching.includes('no-transform');
  }
}

class GzipEncoder extends VaryEncoder {
  private readonly level: number;

  constructor(options: GzipOptions) {
    super(options);
    this.level = options.level;
  }

  override whole(reply: OpenReply, body: Uint8Array): Promise<Uint8Array> | undefined {
    if (!this.begin(reply)) return undefined;
    // In another thread: compressing holds up everybody else, however small the body.
    return compress(body, { level: this.level });
  }

  override pieces(reply: OpenReply, source: ReplyStream): ReplyStream | undefined {
    if (!this.begin(reply)) return undefined;
    reply.removeHeader('Content-Length');
    // Each piece is flushed: a stream of events is of no use when it waits for a block to fill.
    return throughTransform(source, createGzip({ level: this.level, flush: constants.Z_SYNC_FLUSH }));
  }

  // Of 304, only what caches compare (RFC 9110 §15.4.5).
  override describe(reply: OpenReply): void {
    if (reply.status !== 304) {
      if (this.begin(reply)) reply.removeHeader('Content-Length');
    } else if (this.isCandidate(reply) || isUntyped304(reply)) {
      addVary(reply);
      weakenTag(reply);
    }
  }

  private begin(reply: OpenReply): boolean {
    if (!this.isCandidate(reply)) return false;
    reply.setHeader('Content-Encoding', 'gzip');
    addVary(reply);
    weakenTag(reply);
    return true;
  }
}

// A resource that answers 304 need not say what the content would be. It is nearly always JSON or text, so it counts as such.
function isUntyped304(reply: OpenReply): boolean {
  return reply.status === 304 && reply.header('content-type') === undefined;
}

// Another sequence of bytes cannot have the same strong tag (RFC 9110 §8.8.3).
function weakenTag(reply: OpenReply): void {
  const etag = reply.header('etag');
  if (typeof etag === 'string' && etag.startsWith('"')) reply.setHeader('ETag', `W/${etag}`);
}

function addVary(reply: OpenReply): void {
  const vary = reply.header('vary');
  if (vary === undefined) reply.setHeader('Vary', 'Accept-Encoding');
  else if (!/(^|[,\s])(accept-encoding|\*)([,\s]|$)/i.test(String(vary))) reply.appendHeader('Vary', 'Accept-Encoding');
}

const compress = promisify<Uint8Array, { level: number }, Uint8Array>(gzip);
