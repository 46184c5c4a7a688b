import type { Duration } from '../values/duration.js';
import type { StreamedAnswer } from './streamed-answer.js';

/** An event as a page would see it, and what stood beside it. */
export interface ReceivedEvent {
  /** The last id sent so far; empty while there was none. */
  readonly id: string;
  /** `message` where the event names no type. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events by the rules that browsers follow: comments are skipped, and so are events without data.
 *
 * @example
 * using events = await service.events('/orders/events');
 * assert.deepEqual(await events.next(), { id: '1', event: 'placed', data: '{"item":"tea"}' });
 */
export class EventReader {
  private id = '';
  private reconnection: number | undefined = undefined;

  constructor(
    /** The answer whose body the events are read from. */
    readonly answer: StreamedAnswer,
  ) {}

  /** Milliseconds that a page would wait before it reconnects, where the service has said so. */
  get retry(): number | undefined {
    return this.reconnection;
  }

  /** The next event; throws where none comes within the limit, or the stream ends. */
  async next(limit?: Duration | string): Promise<ReceivedEvent> {
    for (;;) {
      const event = this.dispatch(await this.answer.readUntil(endOfEvent, limit));
      if (event !== undefined) return event;
    }
  }

  /** Closes the connection. */
  close(): void {
    this.answer.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  // WHATWG HTML §9.2.6; text after the last blank line is not an event.
  private dispatch(text: string): ReceivedEvent | undefined {
    let event = '';
    const data: string[] = [];
    for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
      else if (field === 'id' && !value.includes('\0')) this.id = value;
      else if (field === 'retry' && /^\d+$/.test(value)) this.reconnection = Number(value);
    }
    return data.length === 0 ? undefined : { id: this.id, event: event || 'message', data: data.join('\n') };
  }
}

const endOfEvent = /(?:^|\r\n|\r|\n)(?:\r\n|\r(?!\n)|\n)/;
