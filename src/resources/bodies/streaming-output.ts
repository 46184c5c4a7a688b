import type { ReplyBody } from '../../http/exchange.js';

/** Sends a piece and resolves when the next one is wanted; rejects when the client is gone. */
export type WritePiece = (piece: ReplyBody) => Promise<void>;

/**
 * A reply that is written piece by piece by a function. Its pieces are asked for as the client takes them; when the client goes away the
 * pending write rejects, so that the function ends.
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

interface Offer {
  readonly piece: ReplyBody;
  resolve(): void;
  reject(error: Error): void;
}

/** Hands one piece at a time from the writer to the reader; each waits for the other. */
class Pipe {
  private offer: Offer | undefined = undefined;
  /** The piece that the reader has; asking for the next one means that it was sent, and lets the writer go on. */
  private delivered: Offer | undefined = undefined;
  private wake: (() => void) | undefined = undefined;
  private state: 'open' | 'finished' | 'closed' = 'open';
  private failure: Failure | undefined = undefined;

  write(piece: ReplyBody): Promise<void> {
    if (this.state !== 'open') return Promise.reject(clientGone());
    if (this.offer !== undefined || this.delivered !== undefined)
      return Promise.reject(new Error('The piece before was not yet taken; await each write'));
    return new Promise((resolve, reject) => {
      this.offer = { piece, resolve, reject };
      this.wake?.();
    });
  }

  /** The next piece, or undefined at the end; what the function threw is thrown here. */
  async next(): Promise<ReplyBody | undefined> {
    const { delivered } = this;
    this.delivered = undefined;
    delivered?.resolve();
    while (this.offer === undefined && this.state === 'open') {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.offer !== undefined) {
      this.delivered = this.offer;
      this.offer = undefined;
      return this.delivered.piece;
    }
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
    if (this.state === 'open') this.state = 'closed';
    (this.offer ?? this.delivered)?.reject(clientGone());
    this.offer = undefined;
    this.delivered = undefined;
  }
}

function clientGone(): Error {
  return new Error('The client is gone; nobody takes what is written');
}
