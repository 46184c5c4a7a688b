import type { ReplyBody } from '../../http/exchange.js';

/** Sends a piece and resolves when the next one is wanted; rejects when the client is gone. */
export type WritePiece = (piece: ReplyBody) => Promise<void>;

/**
 * A reply that a function writes piece by piece. Await each write: a slow client then holds the function back, and a client that leaves ends
 * it, because the pending write rejects. Pieces whose write is not awaited are sent in order, but wait in memory.
 *
 * @example return new StreamingOutput(async (write) => { for (const row of rows) await write(`${row}\n`); });
 */
export class StreamingOutput implements AsyncIterable<ReplyBody> {
  constructor(private readonly produce: (write: WritePiece) => Promise<void>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<ReplyBody, void, undefined> {
    const pipe = new Pipe();
    const produced = this.produce((piece) => pipe.write(piece)).then(
      () => pipe.finish(undefined),
      (thrown: unknown) => pipe.finish({ thrown }),
    );
    try {
      for (let piece = await pipe.next(); piece !== undefined; piece = await pipe.next()) yield piece;
    } finally {
      pipe.close();
      await produced;
    }
  }
}

interface Failure {
  readonly thrown: unknown;
}

/** A piece that was written but not yet sent, and the promise of its write. */
interface PendingWrite {
  readonly piece: ReplyBody;
  resolve(): void;
  reject(error: Error): void;
}

/** Hands the pieces from the writer to the reader, in order. */
class Pipe {
  private readonly pending: PendingWrite[] = [];
  /** The piece that the reader has; asking for the next one means that it was sent, and lets the writer go on. */
  private delivered: PendingWrite | undefined = undefined;
  private wake: (() => void) | undefined = undefined;
  private state: 'open' | 'finished' | 'closed' = 'open';
  private failure: Failure | undefined = undefined;

  write(piece: ReplyBody): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      if (this.state !== 'open') {
        reject(clientGone());
        return;
      }
      this.pending.push({ piece, resolve, reject });
      this.wake?.();
    });
    // A write that nobody awaits must not become an unhandled rejection, which would stop the service. Awaiting it still rejects.
    written.catch(() => undefined);
    return written;
  }

  /** The next piece, or undefined at the end; what the function threw is thrown here. */
  async next(): Promise<ReplyBody | undefined> {
    const { delivered } = this;
    this.delivered = undefined;
    delivered?.resolve();
    while (this.pending.length === 0 && this.state === 'open') {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    this.delivered = this.pending.shift();
    if (this.delivered !== undefined) return this.delivered.piece;
    if (this.failure === undefined) return undefined;
    const { thrown } = this.failure;
    throw thrown instanceof Error ? thrown : new Error(String(thrown));
  }

  finish(failure: Failure | undefined): void {
    if (this.state === 'closed') return;
    this.state = 'finished';
    this.failure = failure;
    this.wake?.();
  }

  close(): void {
    this.state = 'closed';
    this.delivered?.reject(clientGone());
    this.delivered = undefined;
    for (const write of this.pending.splice(0)) write.reject(clientGone());
  }
}

function clientGone(): Error {
  return new Error('The client is gone, so the piece cannot be sent');
}
