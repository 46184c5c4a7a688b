import type { MediaType } from '../../http/media-type.js';

/** The class of the parameter that takes the body (`String` for text), or undefined where it is a list, a map or the like. */
export type BodyClass = (abstract new (...args: never[]) => unknown) | StringConstructor | undefined;

/**
 * Reads request bodies of other media types.
 *
 * @example
 * class CsvReader implements BodyReader {
 *   readonly mediaTypes = ['text/csv'];
 *   canRead(type: BodyClass) { return type === Table; }
 *   read(bytes: Uint8Array) { return Table.parse(Buffer.from(bytes).toString()); }
 * }
 */
export interface BodyReader {
  readonly mediaTypes: readonly string[];
  canRead(type: BodyClass): boolean;
  /** The value; what it throws is mapped as if the method had thrown it, so throw a `BadRequestException` for content that cannot be used. */
  read(bytes: Uint8Array, mediaType: MediaType, type: BodyClass): unknown;
}

/** Writes replies of other media types; asked before the built-in ones. */
export interface BodyWriter {
  readonly mediaTypes: readonly string[];
  canWrite(value: unknown, mediaType: MediaType): boolean;
  write(value: unknown, mediaType: MediaType): WrittenBody | Promise<WrittenBody>;
}

/** A body on its way out: whole, or in pieces. */
export type WrittenBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
