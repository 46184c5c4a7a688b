import { randomBytes } from 'node:crypto';

import type { JsonMapper } from '../../json/json-mapper.js';
import { PublishedEvent } from './server-event.js';
import type { ServerEvent } from './server-event.js';

/** How a topic treats what it was given, and those who read it. */
export interface TopicOptions {
  /** How many events are kept for clients that reconnect or are slow; 100 unless said. */
  readonly keep?: number;
  /**
   * What happens to a reader that is further behind than what is kept: `drop` skips what it has missed and sends an event `dropped` with the count;
   * `close` ends its stream. `drop` unless said.
   */
  readonly slowReaders?: 'drop' | 'close';
}

/**
 * Events of one kind for any number of clients. Each event is written once, and kept once: a subscription is only a position among the kept events,
 * so a slow client costs no memory.
 *
 * @example
 * const orders = environment.topics.create('orders', Order, { keep: 1000 });
 * orders.publish(order, { event: 'placed' });
 */
export class Topic<T> {
  // Identifiers of an earlier process must not be taken for ours.
  private readonly epoch = randomBytes(4).toString('hex');
  private readonly kept: PublishedEvent<T>[] = [];
  private readonly subscriptions = new Set<Subscription<T>>();
  private readonly keep: number;
  private readonly slowReaders: 'drop' | 'close';
  private count = 0;
  private droppedCount = 0;

  constructor(
    readonly name: string,
    private readonly mapper: JsonMapper,
    { keep = 100, slowReaders = 'drop' }: TopicOptions = {},
  ) {
    if (!Number.isInteger(keep) || keep < 1 || keep > 1_000_000)
      throw new RangeError(`The topic ${name} cannot keep ${keep} events; use a whole number from 1 to 1000000`);
    this.keep = keep;
    this.slowReaders = slowReaders;
  }

  /** Events published so far. */
  get published(): number {
    return this.count;
  }

  /** Clients that are reading now. */
  get subscribers(): number {
    return this.subscriptions.size;
  }

  /** Events that readers have missed because they were too slow. */
  get dropped(): number {
    return this.droppedCount;
  }

  /** Sends an event to everyone who reads the topic. Its id is given by the topic. */
  publish(data: T, { event }: { readonly event?: string } = {}): void {
    const next = this.count + 1;
    this.kept[next % this.keep] = new PublishedEvent(this.idOf(next), event, data, this.mapper);
    this.count = next;
    for (const subscription of this.subscriptions) subscription.wake();
  }

  /**
   * The events from now on, for a method to return. With the `Last-Event-ID` of a client that reconnects, those that it has missed come first; where they
   * are no longer kept, or the service was restarted, an event `reset` does, which tells the page to load everything again.
   */
  subscribe({ after }: { readonly after?: string | undefined } = {}): AsyncIterableIterator<ServerEvent<T>> {
    return new Subscription<T>(this.startAfter(after), {
      next: (position) => this.read(position),
      onOpen: (subscription) => this.subscriptions.add(subscription),
      onClose: (subscription) => this.subscriptions.delete(subscription),
    });
  }

  private startAfter(last: string | undefined): Position {
    const now: Position = { next: this.count + 1, isLost: false };
    if (last === undefined || last === '') return now;
    const [epoch, number, ...rest] = last.split('-');
    const seen = /^\d{1,15}$/.test(number ?? '') ? Number(number) : Infinity;
    const isKnown = epoch === this.epoch && rest.length === 0 && seen <= this.count && seen + 1 >= this.oldest;
    return isKnown ? { next: seen + 1, isLost: false } : { ...now, isLost: true };
  }

  /** The event at a position, or what is to be said in place of it; undefined where there is none yet, and `end` for a reader that is too slow. */
  private read(position: Position): ServerEvent<T> | 'end' | undefined {
    if (position.isLost) {
      position.isLost = false;
      return note({ event: 'reset', id: this.idOf(position.next - 1), data: '' });
    }
    if (position.next > this.count) return undefined;
    const missed = this.oldest - position.next;
    if (missed <= 0) return this.kept[position.next++ % this.keep];
    this.droppedCount += missed;
    if (this.slowReaders === 'close') return 'end';
    position.next = this.oldest;
    return note({ event: 'dropped', data: { count: missed } });
  }

  private get oldest(): number {
    return Math.max(1, this.count - this.keep + 1);
  }

  private idOf(number: number): string {
    return `${this.epoch}-${number}`;
  }
}

/** Where a reader is among the events. */
interface Position {
  next: number;
  /** True while the reader has not been told that events are missing before {@link next}. */
  isLost: boolean;
}

interface SubscriptionParts<T> {
  next(position: Position): ServerEvent<T> | 'end' | undefined;
  onOpen(subscription: Subscription<T>): void;
  onClose(subscription: Subscription<T>): void;
}

/** One reader. It counts as such from its first call of `next` to its end, so that a subscription that nobody reads leaves nothing behind. */
class Subscription<T> implements AsyncIterableIterator<ServerEvent<T>> {
  private state: 'new' | 'open' | 'closed' = 'new';
  private waiting: ((result: IteratorResult<ServerEvent<T>>) => void) | undefined = undefined;

  constructor(
    private readonly position: Position,
    private readonly parts: SubscriptionParts<T>,
  ) {}

  next(): Promise<IteratorResult<ServerEvent<T>>> {
    if (this.state === 'new') {
      this.state = 'open';
      this.parts.onOpen(this);
    }
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.wake();
    });
  }

  return(): Promise<IteratorResult<ServerEvent<T>>> {
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Hands over the next event, if the reader waits and there is one. */
  wake(): void {
    const { waiting } = this;
    if (waiting === undefined) return;
    const event = this.state === 'closed' ? 'end' : this.parts.next(this.position);
    if (event === undefined) return;
    this.waiting = undefined;
    if (event !== 'end') waiting({ done: false, value: event });
    else {
      this.close();
      waiting({ done: true, value: undefined });
    }
  }

  private close(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.parts.onClose(this);
    this.waiting?.({ done: true, value: undefined });
    this.waiting = undefined;
  }
}

// What the topic itself says has data of its own; pages tell it by the event's name.
function note<T>(event: ServerEvent): ServerEvent<T> {
  return event as ServerEvent<T>;
}
