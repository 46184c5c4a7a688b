import type { ReplyBody, ReplyStream } from '../../http/exchange.js';

/**
 * A source whose first piece is asked for before the reply is committed, so that one that fails at once can still become an error reply.
 * A source that takes its time is not waited for: a client of an event stream wants to see the head right away.
 */
export class StartedSource implements AsyncIterableIterator<ReplyBody> {
  private readonly iterator: AsyncIterator<ReplyBody> | Iterator<ReplyBody>;
  private first: Promise<IteratorResult<ReplyBody>> | undefined = undefined;

  constructor(source: ReplyStream) {
    this.iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  /** Rejects where the source fails before this turn of the event loop is over. */
  async begin(): Promise<void> {
    const first = new Promise<IteratorResult<ReplyBody>>((resolve) => resolve(this.iterator.next()));
    this.first = first;
    await Promise.race([first, new Promise((resolve) => setImmediate(resolve))]);
    // A later failure meets the reader of `next`; until then it must not count as unhandled.
    first.catch(() => undefined);
  }

  next(): Promise<IteratorResult<ReplyBody>> {
    const { first } = this;
    if (first === undefined) return Promise.resolve(this.iterator.next());
    this.first = undefined;
    return first;
  }

  async return(): Promise<IteratorResult<ReplyBody>> {
    await this.iterator.return?.();
    return { done: true, value: undefined };
  }

  async close(): Promise<void> {
    await this.iterator.return?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
