import type { ReplyBody, ReplyStream } from '../../http/exchange.js';
import { ReplyAbortedError, ReplyLengthError } from '../../http/exchange.js';
import type { ReplySource } from './reply-source.js';

/** Where the pieces of a streamed reply go, once its head is sent. */
export interface PieceSink {
  /** Sends a piece; false where the client is slow: then {@link whenWritable} calls back. */
  sendPiece(piece: ReplyBody): boolean;
  whenWritable(listener: () => void): void;
  countPiece(bytes: number): void;
  sendEnd(): void;
  abort(): void;
  onFinished(listener: () => void): void;
}

/** A body in pieces: as it is sent, where it comes from, and the length that the head has announced. */
export interface PieceStream {
  readonly pieces: ReplyStream;
  readonly source: ReplySource;
  readonly length: number | undefined;
}

/**
 * Sends pieces as fast as the client takes them. Whatever goes wrong, the connection is ended, so that the client cannot take the part for the whole,
 * and the source is closed.
 */
export async function sendPieces(sink: PieceSink, { pieces, source, length }: PieceStream): Promise<void> {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  const client = new ClientPresence(sink);
  let sent = 0;
  try {
    for (;;) {
      const next = iterator.next();
      const step = next instanceof Promise ? await client.staysUntil(next) : next;
      if (step.done === true) break;
      const bytes = typeof step.value === 'string' ? Buffer.byteLength(step.value) : step.value.byteLength;
      sent += bytes;
      if (length !== undefined && sent > length) throw new ReplyLengthError(length, sent);
      sink.countPiece(bytes);
      if (!sink.sendPiece(step.value)) await client.staysUntil(new Promise<void>((resolve) => sink.whenWritable(resolve)));
    }
    if (length !== undefined && sent < length) throw new ReplyLengthError(length, sent);
  } catch (thrown) {
    sink.abort();
    // An encoder between the two may be waiting for the source, so the source is closed first.
    await source.abandon();
    if (pieces !== source) void Promise.resolve(iterator.return?.()).catch(() => undefined);
    throw thrown;
  }
  sink.sendEnd();
}

/** Waits like `await`, but no longer than the client stays. */
class ClientPresence {
  private isGone = false;
  private giveUp: ((reason: Error) => void) | undefined = undefined;

  constructor(sink: PieceSink) {
    sink.onFinished(() => {
      this.isGone = true;
      this.giveUp?.(new ReplyAbortedError());
    });
  }

  // Not Promise.race with one promise for the client: each race would leave a reaction on it, and event streams run for days.
  staysUntil<T>(awaited: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.giveUp = reject;
      if (this.isGone) reject(new ReplyAbortedError());
      awaited.then(resolve, reject);
    });
  }
}
