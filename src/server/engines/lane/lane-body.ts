import { Readable } from 'node:stream';

import type { BodyDecoder, RequestBody } from '../../../http/exchange.js';
import { BodyTakenError, BodyTooLargeError } from '../../../http/exchange.js';
import { collected, limited } from '../body-limits.js';
import type { LaneHeaders } from './lane-headers.js';

/** A body that has arrived whole, before its request was begun: there is nothing to wait for. */
export class LaneBody implements RequestBody {
  private isTaken = false;
  private decoder: BodyDecoder | undefined = undefined;

  constructor(
    private readonly content: Uint8Array,
    private readonly headers: LaneHeaders,
    private readonly defaultLimit: number,
  ) {}

  get announced(): boolean {
    return this.content.byteLength > 0;
  }

  bytes(limit = this.defaultLimit): Uint8Array | Promise<Uint8Array> {
    if (this.decoder !== undefined) return collected(this.stream(limit));
    this.take();
    if (this.content.byteLength > limit) throw new BodyTooLargeError(limit);
    return this.content;
  }

  stream(limit = this.defaultLimit): AsyncIterable<Uint8Array> {
    this.take();
    const source = limited(once(this.content), limit);
    return this.decoder === undefined ? source : limited(this.decoder(source, limit), limit);
  }

  decodeWith(decoder: BodyDecoder): void {
    const inner = this.decoder;
    this.decoder = inner === undefined ? decoder : (source, limit) => decoder(inner(source, limit), limit);
    this.headers.hidesEncoding = true;
  }

  private take(): void {
    if (this.isTaken) throw new BodyTakenError();
    this.isTaken = true;
  }
}

function once(content: Uint8Array): AsyncIterable<Uint8Array> {
  return Readable.from(content.byteLength === 0 ? [] : [content]);
}
