import type { HeaderMap } from '../http/header-map.js';
import { within } from '../lifecycle/time-limit.js';
import { Duration } from '../values/duration.js';
import { TestAnswerError } from './test-errors.js';

/** An answer as it arrives: its head, and its body piece by piece. */
export interface AnswerStream {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Whether the whole answer has arrived; known once the pieces have ended. */
  isComplete(): boolean;
}

/**
 * An answer that a test reads piece by piece, such as a stream of events that never ends. Use it either as an iterable of bytes or with {@link readUntil}.
 *
 * @example
 * using events = await service.open('/events');
 * assert.equal(await events.readUntil('\n\n'), 'data: first\n\n');
 */
export class StreamedAnswer implements AsyncIterable<Buffer> {
  readonly status: number;
  readonly headers: HeaderMap;
  private readonly iterator: AsyncIterator<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private next: Promise<IteratorResult<Uint8Array>> | undefined = undefined;
  private unread = '';

  constructor(
    private readonly request: string,
    private readonly stream: AnswerStream,
    private readonly connection: AbortController,
  ) {
    this.status = stream.status;
    this.headers = stream.headers;
    this.iterator = stream.pieces[Symbol.asyncIterator]();
  }

  /** The value of a header; several of one name are joined. */
  header(name: string): string | undefined {
    return this.headers.get(name);
  }

  /** The pieces of the body as they arrive. Leaving the loop closes the connection. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (let piece = await this.nextPiece(); piece !== undefined; piece = await this.nextPiece()) yield Buffer.from(piece);
    } finally {
      this.close();
    }
  }

  /** Reads on until the text has arrived or the pattern matches, and returns everything up to its end; what follows is kept for the next call. */
  async readUntil(wanted: string | RegExp, limit: Duration | string = '5 seconds'): Promise<string> {
    const deadline = performance.now() + Duration.from(limit).toMilliseconds();
    for (;;) {
      const end = endOf(this.unread, wanted);
      if (end >= 0) {
        const read = this.unread.slice(0, end);
        this.unread = this.unread.slice(end);
        return read;
      }
      const left = Duration.milliseconds(Math.max(0, Math.ceil(deadline - performance.now())));
      const piece = await within(left, () => this.nextPiece());
      if (piece === 'late') throw this.error(`did not send ${String(wanted)} within ${Duration.from(limit)}`);
      if (piece === undefined) throw this.error(`ended without ${String(wanted)}`);
      this.unread += this.decoder.decode(piece, { stream: true });
    }
  }

  /** Leaves, as a client does that closes its connection. */
  close(): void {
    this.connection.abort();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private async nextPiece(): Promise<Uint8Array | undefined> {
    // A call that did not wait to the end has left its piece to the next.
    this.next ??= this.iterator.next();
    const result = await this.next;
    this.next = undefined;
    return result.done === true ? undefined : result.value;
  }

  private error(what: string): TestAnswerError {
    const rest = this.unread === '' ? 'nothing more' : JSON.stringify(this.unread);
    return new TestAnswerError(`The answer to ${this.request} ${what}; it sent ${rest}`);
  }
}

function endOf(text: string, wanted: string | RegExp): number {
  if (typeof wanted === 'string') return text.includes(wanted) ? text.indexOf(wanted) + wanted.length : -1;
  const found = new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).exec(text);
  return found === null ? -1 : found.index + found[0].length;
}
