import type { Readable } from 'node:stream';

/**
 * A file of a multipart form. It is deleted when the request ends, unless it was moved elsewhere before.
 *
 * @example upload(@FormFile('photo', { maxSize: '5 MB', types: ['image/png'] }) photo: UploadedFile)
 */
export abstract class UploadedFile {
  /** The name of the form field. */
  abstract readonly field: string;
  /** The last part of the name that the client gave, without control characters: never a path. It need not be unique. */
  abstract readonly name: string;
  /** What the client says that it is. */
  abstract readonly declaredType: string;
  /** What its first bytes say that it is; `application/octet-stream` where it is not what the client says. */
  abstract readonly type: string;
  /** In bytes. */
  abstract readonly size: number;
  /** The content as a stream. */
  abstract stream(): Readable;
  /** The whole content. */
  abstract bytes(): Promise<Buffer>;
  /** Puts the file there, in place of one that exists; it then stays. */
  abstract moveTo(path: string): Promise<void>;
}

/** One part of a multipart form, while it arrives: iterate over its bytes. What is not read is skipped when the next part is asked for. */
export interface Part extends AsyncIterable<Uint8Array> {
  /** The name of the form field. */
  readonly name: string;
  /** The last part of the name that the client gave; undefined for a field that is not a file. */
  readonly fileName: string | undefined;
  /** What the client says that it is. */
  readonly declaredType: string;
  /** The whole part as text in UTF-8; for fields, since it holds everything in memory. */
  text(): Promise<string>;
}
