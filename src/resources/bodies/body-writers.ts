import { MediaType } from '../../http/media-type.js';
import type { JsonMapper } from '../../json/json-mapper.js';
import { eventStream } from '../events/event-stream.js';
import type { BodyWriter, WrittenBody } from './body-reader.js';

/** Turns values into bodies: the registered writers first, then JSON, text and bytes. */
export class BodyWriters {
  private readonly registered: readonly { readonly writer: BodyWriter; readonly mediaTypes: readonly MediaType[] }[];

  constructor(
    writers: readonly BodyWriter[],
    private readonly mapper: JsonMapper,
    /** Milliseconds of silence in an event stream before a comment is sent; 0 for none. */
    private readonly eventHeartbeat = 0,
  ) {
    this.registered = writers.map((writer) => ({ writer, mediaTypes: writer.mediaTypes.map((text) => MediaType.parse(text)) }));
  }

  /** True where the value can be written as this type; without a value there is nothing to write. */
  canWrite(value: unknown, mediaType: MediaType): boolean {
    if (value === undefined || value === null || typeof value !== 'object') return true;
    return isJson(mediaType) || mediaType.isWildcard || isBinary(value) || this.registeredFor(value, mediaType) !== undefined;
  }

  write(value: unknown, mediaType: MediaType): WrittenBody | Promise<WrittenBody> {
    const registered = this.registeredFor(value, mediaType);
    if (registered !== undefined) return registered.write(value, mediaType);
    if (typeof value === 'object' && value !== null) {
      if (value instanceof Uint8Array) return value;
      if (isStream(value))
        return isEventStream(mediaType) ? eventStream(value, { mapper: this.mapper, heartbeat: this.eventHeartbeat }) : value;
    }
    if (isJson(mediaType)) return this.mapper.write(value);
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
    throw new NoBodyWriterError(value, mediaType);
  }

  private registeredFor(value: unknown, mediaType: MediaType): BodyWriter | undefined {
    for (const { writer, mediaTypes } of this.registered) {
      if (mediaTypes.some((one) => one.includes(mediaType)) && writer.canWrite(value, mediaType)) return writer;
    }
    return undefined;
  }
}

/** No writer can turn the value into the media type that was chosen. */
export class NoBodyWriterError extends Error {
  override readonly name = 'NoBodyWriterError';
  readonly code = 'KEELSON_NO_BODY_WRITER';

  constructor(value: unknown, mediaType: MediaType) {
    const what = typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value;
    super(
      `Nothing can write a value of ${what} as ${mediaType.essence}; return text or bytes, produce JSON, or register a BodyWriter for it`,
    );
  }
}

/** What is sent piece by piece: readable streams, async iterables, generators. Lists, sets and maps are values. */
export function isStream(value: object): value is AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> {
  return Symbol.asyncIterator in value || (Symbol.iterator in value && 'next' in value);
}

/** Server-sent events. */
export function isEventStream(mediaType: MediaType): boolean {
  return mediaType.essence === 'text/event-stream';
}

/** application/json and everything "+json". */
export function isJson(mediaType: MediaType): boolean {
  return mediaType.essence === 'application/json' || mediaType.suffix === 'json';
}

/** The type to write a value as where only a range or nothing was chosen: text for text, bytes for bytes, else JSON. */
export function concreteType(value: unknown, chosen: MediaType | undefined): MediaType {
  if (chosen !== undefined && !chosen.isWildcard) return chosen;
  if (typeof value === 'string') return MediaType.text;
  return isBinary(value) ? MediaType.bytes : MediaType.json;
}

/** Bytes, at once or piece by piece. */
export function isBinary(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (value instanceof Uint8Array || isStream(value));
}
