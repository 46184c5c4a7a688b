import { Readable } from 'node:stream';

import { accepts, isForm, isStreamed } from '../../contract/body-types.js';
import { MediaType } from '../../http/media-type.js';
import { hasWellFormedEscapes } from '../../http/percent-escapes.js';
import { BadRequestException } from '../../http/web-application-exception.js';
import { JsonMappingError, JsonSyntaxError } from '../../json/json-errors.js';
import type { InvalidProblem, JsonProblem } from '../../json/json-errors.js';
import { typeMapperOf } from '../../json/json-mapper.js';
import type { JsonMapper } from '../../json/json-mapper.js';
import { settled } from '../../reflection/type-ref.js';
import type { TypeRef } from '../../reflection/type-ref.js';
import { asPromise } from '../../values/as-promise.js';
import { Optional } from '../../values/optional.js';
import type { Call } from '../dispatch/call.js';
import { InvalidBodyException, MalformedBodyException } from '../exceptions/invalid-request.js';
import type { BodyClass, BodyReader } from './body-reader.js';
import { decodedText, isBlank } from './body-text.js';

/** Takes the body of a call; returns a promise where it has to be waited for. */
export type ReadBody = (call: Call) => unknown;

/** How a method's body is read: whether all of its bytes are wanted first, and what becomes of them. */
export interface BodyReading {
  readonly wants: 'bytes' | 'stream';
  readonly read: ReadBody;
}

export interface BodyReaderParts {
  readonly readers: readonly BodyReader[];
  readonly mapper: JsonMapper;
}

/** The reading of a body of this type; undefined where none of the media types can be read as it. */
export function compileBodyReading(type: TypeRef, consumes: readonly MediaType[], parts: BodyReaderParts): BodyReading | undefined {
  const known = settled(type);
  if (known.kind === 'optional') {
    const reading = compileBodyReading(known.element, consumes, parts);
    return reading === undefined ? undefined : optionalReading(reading);
  }
  if (isStreamed(known)) return { wants: 'stream', read: streamReader(known) };
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

function streamReader(type: TypeRef): ReadBody {
  const readable: (call: Call) => Readable = (call) => Readable.from(call.exchange.body.stream(call.method?.maxBodySize));
  const isWeb = type.kind === 'class' && type.type === (ReadableStream as unknown);
  return isWeb ? (call) => Readable.toWeb(readable(call)) : readable;
}

/** A request without a body gives an absent `Optional`. */
function optionalReading({ wants, read }: BodyReading): BodyReading {
  const absent = wants === 'stream' ? (call: Call) => !call.exchange.body.announced : (call: Call) => call.body!.byteLength === 0;
  return {
    wants,
    read: (call) => {
      if (absent(call)) return Optional.absent();
      const value = read(call);
      return value instanceof Promise ? value.then((content: unknown) => Optional.ofNullable(content)) : Optional.ofNullable(value);
    },
  };
}

function readerOf(type: ReturnType<typeof settled>, mediaType: MediaType, { readers, mapper }: BodyReaderParts): ReadBody | undefined {
  const bodyClass = classOf(type);
  const own = readers.find((one) => one.mediaTypes.some((text) => MediaType.parse(text).isCompatible(mediaType)) && one.canRead(bodyClass));
  if (own !== undefined) {
    return (call) => {
      const value = own.read(call.body!, contentTypeOf(call) ?? mediaType, bodyClass);
      return asPromise(value) ?? value;
    };
  }
  if (type.kind === 'class' && (type.type === (Uint8Array as unknown) || type.type === (Buffer as unknown))) return (call) => call.body;
  if (mediaType.essence === MediaType.json.essence || mediaType.suffix === 'json') return jsonReader(type, mapper);
  if (isForm(type)) return mediaType.isCompatible(MediaType.form) ? formOf : undefined;
  return type.kind === 'text' ? textOf : undefined;
}

function jsonReader(type: TypeRef, mapper: JsonMapper): ReadBody {
  const types = typeMapperOf(mapper);
  const read = types.readerFor(type);
  const isSchema = type.kind === 'schema';
  return (call) => {
    const text = decodedText(call.body!, contentTypeOf(call)?.charset);
    if (text === undefined) throw new MalformedBodyException(notInCharset(call));
    // No content is no value, and whether that will do is for @NotNull to say.
    if (isBlank(text) && !isSchema) return undefined;
    try {
      if (isBlank(text)) return types.readParsed(type, undefined);
      return isSchema ? read(text) : (read(text) ?? undefined);
    } catch (error) {
      if (error instanceof JsonMappingError && error.problems.every(isInvalid)) throw new InvalidBodyException(error.problems);
      if (error instanceof JsonSyntaxError || error instanceof JsonMappingError)
        throw new MalformedBodyException(error.message, { cause: error });
      throw error;
    }
  };
}

function isInvalid(problem: JsonProblem): problem is InvalidProblem {
  return problem.kind === 'invalid';
}

/** The body as text, in the charset that the client names. */
function textOf(call: Call): string {
  const text = decodedText(call.body!, contentTypeOf(call)?.charset);
  if (text === undefined) throw new BadRequestException(notInCharset(call));
  return text;
}

function formOf(call: Call): URLSearchParams {
  const text = textOf(call);
  if (!hasWellFormedEscapes(text)) throw new BadRequestException();
  return new URLSearchParams(text);
}

function notInCharset(call: Call): string {
  const charset = contentTypeOf(call)?.charset;
  return `The request body is not valid ${charset === undefined || charset === 'utf-8' ? 'UTF-8' : charset}`;
}

function contentTypeOf(call: Call): MediaType | undefined {
  const header = call.headers.get('content-type');
  return header === undefined ? undefined : MediaType.tryParse(header);
}

function classOf(type: TypeRef): BodyClass {
  return type.kind === 'class' ? type.type : type.kind === 'text' ? String : undefined;
}
