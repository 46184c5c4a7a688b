import type { ReplyBody, ReplyStream } from '../../http/exchange.js';

/**
 * The source of a streamed reply. Its first piece is asked for before the reply is committed, so that a source that fails at once can still become
 * an error reply. A source that takes its time is not waited for: a client of an event stream wants to see the head right away.
 */
export class ReplySource implements AsyncIterableIterator<ReplyBody> {
  private readonly iterator: AsyncIterator<ReplyBody> | Iterator<ReplyBody>;
  private first: Promise<IteratorResult<ReplyBody>> | undefined = undefined;
  private ending: Ending | undefined = undefined;

  constructor(private readonly content: ReplyStream) {
    this.iterator =
      content instanceof ReadableStream
        ? readerOf(content as ReadableStream<ReplyBody>)
        : Symbol.asyncIterator in content
          ? content[Symbol.asyncIterator]()
          : content[Symbol.iterator]();
  }

  /** Rejects where the source fails before this turn of the event loop is over. */
  async begin(): Promise<void> {
    const first = new Promise<IteratorResult<ReplyBody>>((resolve) => resolve(this.iterator.next()));
    this.first = first;
    await Promise.race([first, new Promise((resolve) => setImmediate(resolve))]);
    // A later failure reaches the caller of `next`; until then it must not count as unhandled.
    first.catch(() => undefined);
  }

  /** Has the source end cleanly when the signal is aborted, even while it waits for its next piece. It is closed as if its client had left. */
  endWith(signal: AbortSignal): void {
    const ending: Ending = {
      hasBegun: signal.aborted,
      stopWaiting: undefined,
      forget: () => signal.removeEventListener('abort', end),
    };
    const end = () => {
      ending.hasBegun = true;
      ending.stopWaiting?.();
    };
    signal.addEventListener('abort', end, { once: true });
    this.ending = ending;
  }

  next(): Promise<IteratorResult<ReplyBody>> {
    const { ending } = this;
    return ending === undefined ? this.nextPiece() : this.nextUntil(ending);
  }

  async return(): Promise<IteratorResult<ReplyBody>> {
    this.ending?.forget();
    await this.iterator.return?.();
    return { done: true, value: undefined };
  }

  async close(): Promise<void> {
    await this.return();
  }

  /**
   * Closes a source that may be waiting. The iterator of a node stream would put `return()` off until its next piece comes, so the stream is
   * destroyed. An async generator does the same and cannot be interrupted: code that waits in one listens to the exchange's signal.
   */
  async abandon(): Promise<void> {
    this.ending?.forget();
    if (isDestroyable(this.content)) this.content.destroy();
    const closing = Promise.resolve(this.iterator.return?.()).catch(() => undefined);
    await Promise.race([closing, new Promise((resolve) => setImmediate(resolve))]);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private nextPiece(): Promise<IteratorResult<ReplyBody>> {
    const { first } = this;
    if (first === undefined) return Promise.resolve(this.iterator.next());
    this.first = undefined;
    return first;
  }

  private async nextUntil(ending: Ending): Promise<IteratorResult<ReplyBody>> {
    const step = ending.hasBegun
      ? undefined
      : await new Promise<IteratorResult<ReplyBody> | undefined>((resolve, reject) => {
          ending.stopWaiting = () => resolve(undefined);
          this.nextPiece().then(resolve, reject);
        });
    if (step?.done === true) ending.forget();
    if (step !== undefined) return step;
    await this.abandon();
    return { done: true, value: undefined };
  }
}

/** A source that ends before it has come to its own end. */
interface Ending {
  hasBegun: boolean;
  stopWaiting: (() => void) | undefined;
  readonly forget: () => void;
}

// The iterator of a web stream locks it against cancel(), and puts return() off while it waits; a reader does neither.
function readerOf(stream: ReadableStream<ReplyBody>): AsyncIterator<ReplyBody> {
  const reader = stream.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

function isDestroyable(content: object): content is { destroy(): void } {
  return 'destroy' in content && typeof content.destroy === 'function';
}
