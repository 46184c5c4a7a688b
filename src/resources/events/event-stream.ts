import { Readable } from 'node:stream';

import type { ReplyBody, ReplyStream } from '../../http/exchange.js';
import type { JsonMapper } from '../../json/json-mapper.js';
import { eventText } from './server-event.js';

/** How events are written. */
export interface EventStreamSettings {
  readonly mapper: JsonMapper;
  /** Milliseconds of silence after which a comment is sent; 0 for none. */
  readonly heartbeat: number;
}

/** The body of a `text/event-stream`: objects are written as events, text and bytes are sent as they are. */
export function eventStream(source: AsyncIterable<unknown> | Iterable<unknown>, settings: EventStreamSettings): ReplyStream {
  // Node and web streams hold bytes that are written already, and are closed in ways of their own.
  if (source instanceof Readable || source instanceof ReadableStream) return source as ReplyStream;
  return new EventStream(source, settings);
}

/**
 * Writes events as they come, and a comment where none has come for a while: proxies close connections on which nothing moves. It is asked for the
 * next piece only when the client has taken the last one, so a slow client gets no heartbeats on top.
 */
class EventStream implements AsyncIterableIterator<ReplyBody> {
  private readonly iterator: AsyncIterator<unknown> | Iterator<unknown>;
  private source: SourceState = { kind: 'idle' };
  private waiting: Waiting | undefined = undefined;
  private timer: NodeJS.Timeout | undefined = undefined;
  private isBetweenEvents = true;

  constructor(
    source: AsyncIterable<unknown> | Iterable<unknown>,
    private readonly settings: EventStreamSettings,
  ) {
    this.iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  next(): Promise<IteratorResult<ReplyBody>> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      if (this.source.kind === 'arrived') this.deliver(this.source.step);
      else if (this.source.kind === 'idle') this.ask();
      const { heartbeat } = this.settings;
      if (this.waiting !== undefined && heartbeat > 0 && this.isBetweenEvents) this.timer = setTimeout(() => this.beat(), heartbeat);
    });
  }

  async return(): Promise<IteratorResult<ReplyBody>> {
    this.settle()?.resolve(end);
    await this.iterator.return?.();
    return end;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  // One reaction per event, not one per heartbeat: a source may be silent for days.
  private ask(): void {
    this.source = { kind: 'asked' };
    new Promise<IteratorResult<unknown>>((resolve) => resolve(this.iterator.next())).then(
      (step) => this.arrive({ step }),
      (thrown: unknown) => this.arrive({ thrown }),
    );
  }

  private arrive(step: Step): void {
    if (this.waiting === undefined) this.source = { kind: 'arrived', step };
    else this.deliver(step);
  }

  private deliver(step: Step): void {
    this.source = { kind: 'idle' };
    const waiting = this.settle();
    try {
      if ('thrown' in step) throw step.thrown;
      waiting?.resolve(step.step.done === true ? end : { done: false, value: this.piece(step.step.value) });
    } catch (thrown) {
      waiting?.reject(thrown);
      // What cannot be written ends the stream, and the source with it.
      if (!('thrown' in step)) void Promise.resolve(this.iterator.return?.()).catch(() => undefined);
    }
  }

  private beat(): void {
    this.settle()?.resolve({ done: false, value: ':\n\n' });
  }

  private settle(): Waiting | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    clearTimeout(this.timer);
    return waiting;
  }

  // A heartbeat must not fall into an event that is sent in pieces.
  private piece(value: unknown): ReplyBody {
    if (typeof value === 'string') this.isBetweenEvents = value.endsWith('\n\n');
    else if (value instanceof Uint8Array) this.isBetweenEvents = false;
    else {
      this.isBetweenEvents = true;
      return eventText(value, this.settings.mapper);
    }
    return value;
  }
}

/** What the source brought: its next step, or what it threw. */
type Step = { readonly step: IteratorResult<unknown> } | { readonly thrown: unknown };

type SourceState = { readonly kind: 'idle' | 'asked' } | { readonly kind: 'arrived'; readonly step: Step };

interface Waiting {
  resolve(result: IteratorResult<ReplyBody>): void;
  reject(thrown: unknown): void;
}

const end: IteratorResult<ReplyBody> = { done: true, value: undefined };
