import type { ServerHttp2Stream } from 'node:http2';

import type { ReplyBody } from '../../http/exchange.js';

/**
 * Writes a reply's body to a stream slice by slice. Node tells when a write has left, not how much of it: with small writes one can see whether
 * the client still takes something.
 */
export class Http2Writer {
  private slicesSent = 0;
  private slicesSeen = -1;
  private seenAt = 0;
  private readonly queue: Buffer[] = [];
  private queuedBytes = 0;
  private isWriting = false;
  private writable: (() => void) | undefined = undefined;
  private ended: (() => void) | undefined = undefined;

  constructor(private readonly stream: ServerHttp2Stream) {}

  /** True where the client has taken nothing of what waits for it for that long, as far as earlier calls could see. */
  hasStalledFor(milliseconds: number, now: number): boolean {
    if (!this.isPending || this.slicesSent !== this.slicesSeen) {
      this.slicesSeen = this.isPending ? this.slicesSent : -1;
      this.seenAt = now;
      return false;
    }
    return now - this.seenAt >= milliseconds;
  }

  /** False where the client is slow: then {@link whenWritable} calls back. */
  write(body: ReplyBody): boolean {
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (bytes.length > 0) {
      this.queue.push(bytes);
      this.queuedBytes += bytes.length;
      this.writeNext();
    }
    return this.queuedBytes < sliceSize;
  }

  whenWritable(listener: () => void): void {
    this.writable = listener;
  }

  /** Ends the stream when all is written, the last of it included, and then calls back. */
  end(listener: () => void, last?: ReplyBody): void {
    this.ended = listener;
    if (last === undefined || last.length === 0) this.writeNext();
    else this.write(last);
  }

  /** Something was handed over that has not left yet. */
  private get isPending(): boolean {
    return this.isWriting || (this.ended !== undefined && !this.stream.writableFinished);
  }

  private writeNext(): void {
    const { stream } = this;
    if (this.isWriting || stream.destroyed) return;
    const [first] = this.queue;
    if (first === undefined) {
      if (this.ended !== undefined) this.finish(this.ended);
      return;
    }
    const slice = first.length > sliceSize ? first.subarray(0, sliceSize) : first;
    if (slice === first) this.queue.shift();
    else this.queue[0] = first.subarray(sliceSize);
    this.queuedBytes -= slice.length;
    // The end travels with the last slice, which saves a frame.
    if (this.queue.length === 0 && this.ended !== undefined) {
      this.finish(this.ended, slice);
      return;
    }
    this.isWriting = true;
    stream.write(slice, (error) => {
      this.isWriting = false;
      if (error instanceof Error) return;
      this.slicesSent++;
      this.writeNext();
      if (this.queuedBytes < sliceSize) this.tellWritable();
    });
  }

  private finish(listener: () => void, last?: Buffer): void {
    const { stream } = this;
    if (stream.writableEnded) {
      if (stream.writableFinished) listener();
      else stream.once('finish', listener);
      return;
    }
    stream.once('finish', listener);
    stream.end(last);
  }

  private tellWritable(): void {
    const { writable } = this;
    this.writable = undefined;
    writable?.();
  }
}

/** The size of a frame unless the client asks for larger ones. */
const sliceSize = 16 * 1024;
