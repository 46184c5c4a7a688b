import { fileType } from '../../files/file-type.js';
import { OpenFile } from '../../files/open-file.js';
import { sendFile } from '../../files/send-file.js';
import { MediaTypeChoice } from '../../http/accept.js';
import { ErrorMessage, ValidationErrorMessage } from '../../http/error-message.js';
import type { OpenReply } from '../../http/exchange.js';
import { FileBody } from '../../http/file-body.js';
import type { MediaType } from '../../http/media-type.js';
import { Reply } from '../../http/reply.js';
import { contentTypeText, sendErrorMessage } from '../../http/send-reply.js';
import { NotFoundException } from '../../http/web-application-exception.js';
import { asPromise } from '../../values/as-promise.js';
import { Optional } from '../../values/optional.js';
import type { WrittenBody } from '../bodies/body-reader.js';
import type { BodyWriters } from '../bodies/body-writers.js';
import { concreteType, isEventStream } from '../bodies/body-writers.js';
import { ResponseContext } from '../filters/filter.js';
import type { Call } from './call.js';

/** Sends what methods, filters and exception mappers return. Makes no promise unless a filter, a writer or a stream has to be awaited. */
export class ReplyWriter {
  constructor(private readonly writers: BodyWriters) {}

  /** What a method returned: null and undefined are 204, an absent Optional is 404, a Reply is sent as built, anything else is a body. */
  writeResult(result: unknown, call: Call): void | Promise<void> {
    if (result instanceof Reply) {
      const entity = present(result.entity);
      result.applyHead(call.exchange.reply);
      return this.filtered(entity, result.mediaType ?? this.agreedType(entity, call), call);
    }
    const entity = present(result);
    if (entity === undefined) call.exchange.reply.status = 204;
    return this.filtered(entity, this.agreedType(entity, call), call);
  }

  /** What a filter, a mapper or the framework answers; the types that the method produces play no part. */
  writeReply(reply: Reply, call: Call): void | Promise<void> {
    const entity = present(reply.entity);
    reply.applyHead(call.exchange.reply);
    return this.filtered(entity, reply.mediaType, call);
  }

  /** The type that the client and the method agreed on, or where the value cannot be written as that, the next best one. */
  private agreedType(entity: unknown, call: Call): MediaType | undefined {
    const { mediaType, method } = call;
    if (method === undefined || mediaType === undefined || entity instanceof FileBody) return undefined;
    const { namesMediaType, produces } = method;
    if (produces.length === 1) return namesMediaType || !(entity instanceof Uint8Array) ? mediaType : undefined;
    if (this.writers.canWrite(entity, mediaType)) return mediaType;
    const others = produces.filter((other) => this.writers.canWrite(entity, other));
    return others[new MediaTypeChoice(others).choose(call.headers.get('accept'))] ?? mediaType;
  }

  private filtered(entity: unknown, mediaType: MediaType | undefined, call: Call): void | Promise<void> {
    const { filters } = call;
    if (!filters.filtersResponses) return this.send(entity, mediaType, call);
    const response = new ResponseContext(call.exchange.reply, entity, mediaType);
    const outcome = filters.after(call.context, response);
    if (outcome === undefined) return this.send(response.entity, response.mediaType, call);
    return outcome.then(() => this.send(response.entity, response.mediaType, call));
  }

  private send(entity: unknown, chosen: MediaType | undefined, call: Call): void | Promise<void> {
    const { reply } = call.exchange;
    if (entity === undefined || entity === null) {
      reply.end();
      return undefined;
    }
    if (entity instanceof ErrorMessage || entity instanceof ValidationErrorMessage)
      return sendErrorMessage({ headers: call.headers, reply }, entity);
    if (entity instanceof FileBody) return sendFileBody(entity, chosen, call);
    const mediaType = concreteType(entity, chosen);
    const body = this.writers.write(entity, mediaType);
    if (reply.header('Content-Type') === undefined) reply.setHeader('Content-Type', contentTypeText(mediaType));
    if (isEventStream(mediaType)) passOnAtOnce(reply);
    if (typeof body === 'string' || body instanceof Uint8Array) {
      reply.end(body);
      return undefined;
    }
    const promise = asPromise(body) as Promise<WrittenBody> | undefined;
    return promise === undefined ? sendBody(body as WrittenBody, call) : promise.then((written) => sendBody(written, call));
  }
}

async function sendFileBody({ path }: FileBody, chosen: MediaType | undefined, { exchange }: Call): Promise<void> {
  const file = await OpenFile.open(path);
  if (file === undefined || file === 'folder') throw new NotFoundException();
  try {
    const { reply } = exchange;
    if (reply.header('Content-Type') === undefined)
      reply.setHeader('Content-Type', chosen === undefined ? fileType(path) : contentTypeText(chosen));
    await sendFile(exchange, file);
  } finally {
    await file.close();
  }
}

/** Events are for now: neither caches nor nginx, which buffers replies unless told otherwise, may hold them. */
function passOnAtOnce(reply: OpenReply): void {
  if (reply.header('Cache-Control') === undefined) reply.setHeader('Cache-Control', 'no-store');
  if (reply.header('X-Accel-Buffering') === undefined) reply.setHeader('X-Accel-Buffering', 'no');
}

function sendBody(body: WrittenBody, { exchange: { reply } }: Call): void | Promise<void> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return reply.stream(body);
  reply.end(body);
}

function present(value: unknown): unknown {
  if (value === null) return undefined;
  if (!(value instanceof Optional)) return value;
  if (value.isPresent()) return value.get();
  throw new NotFoundException();
}
