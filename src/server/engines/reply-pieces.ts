import type { ReplyBody, ReplyStream } from '../../http/exchange.js';
import { ReplyAbortedError, ReplyLengthError } from '../../http/exchange.js';
import { Interruptible } from './interruptible.js';
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
  const client = new Interruptible();
  sink.onFinished(() => client.interrupt(new ReplyAbortedError()));
  let sent = 0;
  try {
    for (;;) {
      const next = iterator.next();
      const step = next instanceof Promise ? await client.until(next) : next;
      if (step.done === true) break;
      const bytes = typeof step.value === 'string' ? Buffer.byteLength(step.value) : step.value.byteLength;
      sent += bytes;
      if (length !== undefined && sent > length) throw new ReplyLengthError(length, sent);
      sink.countPiece(bytes);
      if (!sink.sendPiece(step.value)) await client.until(new Promise<void>((resolve) => sink.whenWritable(resolve)));
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
