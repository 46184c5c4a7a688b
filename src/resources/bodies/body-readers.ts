import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';

import { MediaType } from '../../http/media-type.js';
import { BadRequestException, NotSupportedException } from '../../http/web-application-exception.js';
import { JsonMappingError, JsonSyntaxError } from '../../json/json-errors.js';
import type { JsonMapper } from '../../json/json-mapper.js';
import { settled } from '../../reflection/type-ref.js';
import type { TypeRef } from '../../reflection/type-ref.js';
import { MalformedBodyException } from '../exceptions/invalid-request.js';
import { isForm } from '../model/body-types.js';
import type { Call } from '../parameters/call.js';
import type { BodyClass, BodyReader } from './body-reader.js';

/** Takes the body of a call, which may have to be waited for. */
export type ReadBody = (call: Call) => unknown;

/** How a method's body is read: whether all of its bytes are wanted first, and what becomes of them. */
export interface BodyReading {
  readonly wants: 'bytes' | 'stream';
  readonly read: ReadBody;
}

export interface BodyReaderParts {
  readonly maxRequestBodySize: number | undefined;
  readonly readers: readonly BodyReader[];
  readonly mapper: JsonMapper;
}

/** The reading of a body of this type; undefined where none of the media types can be read as it. */
export function compileBodyReading(type: TypeRef, consumes: readonly MediaType[], parts: BodyReaderParts): BodyReading | undefined {
  const known = settled(type);
  if (known.kind === 'class' && known.type === (Readable as unknown)) {
    return { wants: 'stream', read: (call) => Readable.from(call.exchange.body.stream(parts.maxRequestBodySize)) };
  }
  const byConsumed = consumes.map((mediaType) => ({ mediaType, read: readerOf(known, mediaType, parts) }));
  const [only] = byConsumed;
  if (byConsumed.some(({ read }) => read === undefined) || only === undefined) return undefined;
  if (byConsumed.length === 1) return { wants: 'bytes', read: only.read! };
  return {
    wants: 'bytes',
    read: (call) => {
      const given = contentTypeOf(call);
      const fitting = given === undefined ? only : (byConsumed.find(({ mediaType }) => accepts(mediaType, given)) ?? only);
      return fitting.read!(call);
    },
  };
}

/** True where content of the given type is what a method with this `@Consumes` reads; JSON includes all its "+json" kinds. */
export function accepts(consumed: MediaType, given: MediaType): boolean {
  return consumed.includes(given) || (consumed === MediaType.json && given.suffix === 'json');
}

function readerOf(type: ReturnType<typeof settled>, mediaType: MediaType, { readers, mapper }: BodyReaderParts): ReadBody | undefined {
  const bodyClass = classOf(type);
  const own = readers.find((one) => one.mediaTypes.some((text) => MediaType.parse(text).isCompatible(mediaType)) && one.canRead(bodyClass));
  if (own !== undefined) return (call) => own.read(call.body!, contentTypeOf(call) ?? mediaType, bodyClass);
  if (type.kind === 'class' && (type.type === (Uint8Array as unknown) || type.type === (Buffer as unknown))) return (call) => call.body;
  if (mediaType.essence === MediaType.json.essence || mediaType.suffix === 'json') return jsonReader(type, mapper);
  if (isForm(type)) return mediaType.isCompatible(MediaType.form) ? (call) => new URLSearchParams(textOf(call)) : undefined;
  return type.kind === 'text' ? textOf : undefined;
}

function jsonReader(type: TypeRef, mapper: JsonMapper): ReadBody {
  const read = mapper.readerForType(type);
  return (call) => {
    try {
      const text = withoutByteOrderMark(textOf(call));
      // No content is no value; @NotNull refuses it where a value is needed.
      return isBlank(text) ? undefined : (read(text) ?? undefined);
    } catch (error) {
      if (error instanceof JsonSyntaxError || error instanceof JsonMappingError || error instanceof UndecodableBodyException)
        throw new MalformedBodyException(error.message, { cause: error });
      throw error;
    }
  };
}

/** Bytes that are not text in their charset. */
class UndecodableBodyException extends BadRequestException {
  constructor(charset: string) {
    super(`The request body is not valid ${charset}`);
  }
}

/** The body as text, in the charset that the client names; UTF-8 where it names none. */
function textOf(call: Call): string {
  const bytes = call.body!;
  if (bytes.byteLength === 0) return '';
  const charset = contentTypeOf(call)?.charset;
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') {
    if (!isUtf8(bytes)) throw new UndecodableBodyException('UTF-8');
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
  const decoder = decoderOf(charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new UndecodableBodyException(charset);
  }
}

function decoderOf(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new NotSupportedException(`The charset ${JSON.stringify(charset)} cannot be read; send UTF-8`);
  }
}

// RFC 8259 §8.1: parsers may ignore a byte order mark rather than treat it as an error.
function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** True for nothing but the white space of JSON. */
function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

function contentTypeOf(call: Call): MediaType | undefined {
  const header = call.exchange.headers.get('content-type');
  return header === undefined ? undefined : MediaType.tryParse(header);
}

function classOf(type: TypeRef): BodyClass {
  return type.kind === 'class' ? type.type : type.kind === 'text' ? String : undefined;
}
