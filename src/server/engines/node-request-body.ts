import type { Readable } from 'node:stream';

import type { BodyDecoder, RequestBody } from '../../http/exchange.js';
import { BodyAbortedError, BodyTakenError, BodyTooLargeError } from '../../http/exchange.js';
import { RequestTimeoutException } from '../../http/web-application-exception.js';
import { collected, limited } from './body-limits.js';
import { Interruptible } from './interruptible.js';

/** What a body needs to know of its exchange. */
export interface BodySource {
  /** Where the body comes from. */
  readonly incoming: Readable;
  readonly announcesBody: boolean;
  /** Of Content-Length. */
  readonly announcedLength: number | undefined;
  /** All of the body has come; false where it ended before it was complete. */
  readonly hasArrived: boolean;
  readonly maxRequestBodySize: number;
  /** Sends "100 Continue" to a client that waits for it. */
  askForBody(): void;
  hideContentEncoding(): void;
}

/** The body of a request over node: collected with direct listeners, since a stream's iterator costs several promises per chunk. */
export class NodeRequestBody implements RequestBody {
  readonly announced: boolean;
  /** More was sent than allowed, or it took too long: what still comes is not wanted. */
  isRefused = false;
  private isTaken = false;
  private timeout: RequestTimeoutException | undefined = undefined;
  private interrupt: ((reason: Error) => void) | undefined = undefined;
  private decoder: BodyDecoder | undefined = undefined;

  constructor(private readonly source: BodySource) {
    this.announced = source.announcesBody;
  }

  bytes(limit = this.source.maxRequestBodySize): Uint8Array | Promise<Uint8Array> {
    this.take(limit);
    if (!this.announced) return noBytes;
    return this.decoder === undefined
      ? this.collect(limit)
      : collected(limited(this.decoder(this.pieces(limit), limit), limit, () => this.refuse()));
  }

  stream(limit = this.source.maxRequestBodySize): AsyncIterable<Uint8Array> {
    this.take(limit);
    return this.decoder === undefined ? this.pieces(limit) : limited(this.decoder(this.pieces(limit), limit), limit, () => this.refuse());
  }

  decodeWith(decoder: BodyDecoder): void {
    const inner = this.decoder;
    this.decoder = inner === undefined ? decoder : (source, limit) => decoder(inner(source, limit), limit);
    this.source.hideContentEncoding();
  }

  /** The client has taken too long to send it: whoever reads it, now or later, gets {@link RequestTimeoutException}. */
  timeOut(): void {
    this.refuse();
    this.timeout = new RequestTimeoutException();
    this.interrupt?.(this.timeout);
  }

  private take(limit: number): void {
    if (this.isTaken) throw new BodyTakenError();
    this.isTaken = true;
    if (this.timeout !== undefined) throw this.timeout;
    const { announcedLength } = this.source;
    if (announcedLength !== undefined && announcedLength > limit) {
      this.refuse();
      throw new BodyTooLargeError(limit);
    }
    this.source.askForBody();
  }

  private refuse(): void {
    this.isRefused = true;
  }

  private collect(limit: number): Promise<Uint8Array> {
    const { source } = this;
    const { incoming } = source;
    return new Promise<Uint8Array>((resolve, reject) => {
      let only: Buffer | undefined;
      let chunks: Buffer[] | undefined;
      let bytes = 0;
      const onData = (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limit) {
          leave();
          this.refuse();
          incoming.pause();
          reject(new BodyTooLargeError(limit));
        } else if (only === undefined) only = chunk;
        else if (chunks === undefined) chunks = [only, chunk];
        else chunks.push(chunk);
      };
      const onEnd = () => {
        leave();
        const body = chunks === undefined ? (only ?? noBytes) : Buffer.concat(chunks, bytes);
        if (source.hasArrived) resolve(body);
        else reject(new BodyAbortedError());
      };
      // Comes after "end" where all is well; node raises no error for a client that left unless somebody listens for it.
      const onClose = () => {
        leave();
        reject(new BodyAbortedError());
      };
      const leave = () => incoming.off('data', onData).off('end', onEnd).off('close', onClose);
      this.interrupt = (reason) => {
        leave();
        reject(reason);
      };
      if (incoming.destroyed && !source.hasArrived) onClose();
      else incoming.on('data', onData).on('end', onEnd).on('close', onClose);
    });
  }

  private async *pieces(limit: number): AsyncGenerator<Uint8Array> {
    const { source } = this;
    const waiting = new Interruptible();
    this.interrupt = (reason) => waiting.interrupt(reason);
    // The default iterator would destroy the connection when its reader stops early, and with it the reply.
    const iterator = source.incoming.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    let bytes = 0;
    try {
      for (;;) {
        const step = await waiting.until(iterator.next());
        if (step.done === true) break;
        bytes += step.value.length;
        if (bytes > limit) {
          this.refuse();
          throw new BodyTooLargeError(limit);
        }
        yield step.value;
      }
    } catch (thrown) {
      throw this.isRefused || source.hasArrived ? thrown : new BodyAbortedError();
    } finally {
      // Where it is still waiting, it returns after that.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
    }
    if (!source.hasArrived) throw new BodyAbortedError();
  }
}

const noBytes: Uint8Array = Buffer.alloc(0);
