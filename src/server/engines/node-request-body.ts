import type { IncomingMessage, ServerResponse } from 'node:http';

import type { BodyDecoder, RequestBody } from '../../http/exchange.js';
import { BodyAbortedError, BodyTakenError, BodyTooLargeError } from '../../http/exchange.js';
import { collected, limited } from './body-limits.js';

/** What a body needs to know of its exchange. */
export interface BodyHolder {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly context: { readonly maxRequestBodySize: number };
  awaitsContinue: boolean;
  hideContentEncoding(): void;
}

/** The body of a request over node: collected with direct listeners, since a stream's iterator costs several promises per chunk. */
export class NodeRequestBody implements RequestBody {
  readonly announced: boolean;
  /** More was sent than allowed: what still comes is not wanted. */
  refused = false;
  private taken = false;
  private decoder: BodyDecoder | undefined = undefined;

  constructor(private readonly exchange: BodyHolder) {
    const { headers, httpVersionMajor, readableEnded } = exchange.request;
    const length = headers['content-length'];
    this.announced =
      length === undefined
        ? headers['transfer-encoding'] !== undefined || (httpVersionMajor === 2 && !readableEnded && !endsWithHead(exchange))
        : length !== '0';
  }

  bytes(limit = this.exchange.context.maxRequestBodySize): Uint8Array | Promise<Uint8Array> {
    this.take(limit);
    if (!this.announced) return noBytes;
    return this.decoder === undefined
      ? this.collect(limit)
      : collected(limited(this.decoder(this.pieces(limit), limit), limit, () => this.refuse()));
  }

  stream(limit = this.exchange.context.maxRequestBodySize): AsyncIterable<Uint8Array> {
    this.take(limit);
    return this.decoder === undefined ? this.pieces(limit) : limited(this.decoder(this.pieces(limit), limit), limit, () => this.refuse());
  }

  decodeWith(decoder: BodyDecoder): void {
    const inner = this.decoder;
    this.decoder = inner === undefined ? decoder : (source, limit) => decoder(inner(source, limit), limit);
    this.exchange.hideContentEncoding();
  }

  private take(limit: number): void {
    if (this.taken) throw new BodyTakenError();
    this.taken = true;
    const { exchange } = this;
    if (Number(exchange.request.headers['content-length'] ?? 0) > limit) {
      this.refuse();
      throw new BodyTooLargeError(limit);
    }
    if (exchange.awaitsContinue) {
      exchange.awaitsContinue = false;
      exchange.response.writeContinue();
    }
  }

  private refuse(): void {
    this.refused = true;
  }

  private collect(limit: number): Promise<Uint8Array> {
    const { request } = this.exchange;
    return new Promise<Uint8Array>((resolve, reject) => {
      let only: Buffer | undefined;
      let chunks: Buffer[] | undefined;
      let bytes = 0;
      const onData = (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limit) {
          leave();
          this.refuse();
          request.pause();
          reject(new BodyTooLargeError(limit));
        } else if (only === undefined) only = chunk;
        else if (chunks === undefined) chunks = [only, chunk];
        else chunks.push(chunk);
      };
      const onEnd = () => {
        leave();
        const body = chunks === undefined ? (only ?? noBytes) : Buffer.concat(chunks, bytes);
        if (arrived(request)) resolve(body);
        else reject(new BodyAbortedError());
      };
      // Comes after "end" where all is well; node raises no error for a client that left unless somebody listens for it.
      const onClose = () => {
        leave();
        reject(new BodyAbortedError());
      };
      const leave = () => request.off('data', onData).off('end', onEnd).off('close', onClose);
      if (request.destroyed && !arrived(request)) onClose();
      else request.on('data', onData).on('end', onEnd).on('close', onClose);
    });
  }

  private async *pieces(limit: number): AsyncGenerator<Uint8Array> {
    const { request } = this.exchange;
    let bytes = 0;
    try {
      // The default iterator would destroy the connection when its reader stops early, and with it the reply.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > limit) {
          this.refuse();
          throw new BodyTooLargeError(limit);
        }
        yield chunk;
      }
    } catch (thrown) {
      throw thrown instanceof BodyTooLargeError || arrived(request) ? thrown : new BodyAbortedError();
    }
    if (!arrived(request)) throw new BodyAbortedError();
  }
}

// For the compatible class of HTTP/2 a body that was broken off is complete too.
function arrived(request: IncomingMessage): boolean {
  return request.complete && !(request as { aborted?: boolean }).aborted;
}

// The compatible class of HTTP/2 keeps what the frame said on its stream.
function endsWithHead(exchange: BodyHolder): boolean {
  const { stream } = exchange.request as unknown as { stream?: { endAfterHeaders?: boolean } };
  return stream?.endAfterHeaders === true;
}

const noBytes: Uint8Array = Buffer.alloc(0);
