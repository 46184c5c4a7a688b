import { Readable } from 'node:stream';

import type { BodyDecoder, ReplyBody, RequestBody } from '../../http/exchange.js';
import { BodyAbortedError, BodyTakenError, BodyTooLargeError } from '../../http/exchange.js';
import { collected, limited } from './body-limits.js';

/** A body that a test has given: whole, or as a stream. */
export class InMemoryBody implements RequestBody {
  readonly announced: boolean;
  private taken = false;
  private decoder: BodyDecoder | undefined = undefined;
  private left: (() => void) | undefined = undefined;

  constructor(
    private readonly given: ReplyBody | AsyncIterable<Uint8Array> | undefined,
    private readonly exchange: { hideContentEncoding(): void },
    private readonly defaultLimit: number,
  ) {
    this.announced = given !== undefined && (Symbol.asyncIterator in Object(given) || (given as ReplyBody).length > 0);
  }

  bytes(limit = this.defaultLimit): Uint8Array | Promise<Uint8Array> {
    if (this.decoder !== undefined || Symbol.asyncIterator in Object(this.given)) return collected(this.stream(limit));
    this.take();
    const bytes = Buffer.from((this.given as string | undefined) ?? '');
    if (bytes.length > limit) throw new BodyTooLargeError(limit);
    return bytes;
  }

  stream(limit = this.defaultLimit): AsyncIterable<Uint8Array> {
    this.take();
    const { given, decoder } = this;
    const source = limited(
      this.untilLeft(Symbol.asyncIterator in Object(given) ? (given as AsyncIterable<Uint8Array>) : once(given as ReplyBody | undefined)),
      limit,
    );
    return decoder === undefined ? source : limited(decoder(source, limit), limit);
  }

  decodeWith(decoder: BodyDecoder): void {
    const inner = this.decoder;
    this.decoder = inner === undefined ? decoder : (source, limit) => decoder(inner(source, limit), limit);
    this.exchange.hideContentEncoding();
  }

  leave(): void {
    this.left?.();
  }

  private async *untilLeft(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]();
    const gone = new Promise<never>((_, reject) => {
      this.left = () => reject(new BodyAbortedError());
    });
    for (;;) {
      const step = await Promise.race([iterator.next(), gone]);
      if (step.done === true) return;
      yield step.value;
    }
  }

  private take(): void {
    if (this.taken) throw new BodyTakenError();
    this.taken = true;
  }
}

function once(body: ReplyBody | undefined): AsyncIterable<Uint8Array> {
  return Readable.from(body === undefined ? [] : [Buffer.from(body as string)]);
}
