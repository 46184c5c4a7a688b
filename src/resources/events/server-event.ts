import type { JsonMapper } from '../../json/json-mapper.js';
import { Duration } from '../../values/duration.js';

/**
 * One event of a `text/event-stream`. A method sends events by returning an async iterable of them, usually as an async generator.
 *
 * @example yield { id: '7', event: 'price', data: { symbol: 'ACME', price: 12.5 } };
 */
export interface ServerEvent<T = unknown> {
  /** Text is sent as it is, in as many lines as it has; everything else as JSON. */
  readonly data?: T | undefined;
  /** The client sends it back as `Last-Event-ID` when it reconnects. */
  readonly id?: string | number | undefined;
  /** The type that the page listens for; `message` where there is none. */
  readonly event?: string | undefined;
  /** How long the client waits before it reconnects. */
  readonly retry?: Duration | string | undefined;
}

/** An event that is written once, however many clients get it. */
export class PublishedEvent<T> implements ServerEvent<T> {
  // Not a field: a copy with another id or type must be written anew.
  readonly #text: string;

  constructor(
    readonly id: string,
    readonly event: string | undefined,
    readonly data: T,
    mapper: JsonMapper,
  ) {
    this.#text = eventText({ id, event, data }, mapper);
  }

  get text(): string {
    return this.#text;
  }
}

/** A value that was sent as an event is not one, or cannot be written as one. */
export class ServerEventError extends Error {
  override readonly name = 'ServerEventError';
  readonly code = 'KEELSON_SERVER_EVENT';

  constructor(problem: string, fix: string) {
    super(`An event cannot be sent: ${problem}; ${fix}`);
  }
}

/** The event in the format of the WHATWG HTML standard, §9.2.5, with the blank line that ends it. */
export function eventText(event: unknown, mapper: JsonMapper): string {
  if (event instanceof PublishedEvent) return event.text;
  const { id, event: type, retry, data } = checkedEvent(event);
  let text = '';
  if (id !== undefined) text += `id: ${oneLine('id', String(id))}\n`;
  if (type !== undefined) text += `event: ${oneLine('event', type)}\n`;
  if (retry !== undefined) text += `retry: ${Math.round(Duration.from(retry).toMilliseconds())}\n`;
  if (data !== undefined) text += dataLines(typeof data === 'string' ? data : mapper.write(data));
  return `${text}\n`;
}

function checkedEvent(event: unknown): ServerEvent {
  const fix = 'send objects with data and, where needed, id, event and retry, as in { data: order }';
  if (typeof event !== 'object' || event === null)
    throw new ServerEventError(`it is ${event === null ? 'null' : `a ${typeof event}`}`, fix);
  for (const key of Object.keys(event)) {
    if (!fields.has(key)) throw new ServerEventError(`it has a field "${key}"`, fix);
  }
  return event;
}

// A line break would begin another field, and clients ignore an id with a NUL.
function oneLine(field: string, text: string): string {
  if (/[\r\n\0]/.test(text)) throw new ServerEventError(`its ${field} is ${JSON.stringify(text)}`, 'use text of one line');
  return text;
}

function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('');
}

const fields: ReadonlySet<string> = new Set(['data', 'id', 'event', 'retry']);
