import { MediaTypeChoice } from '../../http/accept.js';
import { ErrorMessage, ValidationErrorMessage } from '../../http/error-message.js';
import type { Exchange } from '../../http/exchange.js';
import { MediaType } from '../../http/media-type.js';
import { Reply } from '../../http/reply.js';
import { contentTypeText, sendErrorMessage } from '../../http/send-reply.js';
import { NotFoundException } from '../../http/web-application-exception.js';
import { asPromise } from '../../values/as-promise.js';
import { Optional } from '../../values/optional.js';
import type { WrittenBody } from '../bodies/body-reader.js';
import type { BodyWriters } from '../bodies/body-writers.js';
import { concreteType } from '../bodies/body-writers.js';
import type { FilterChain } from '../filters/filter-chain.js';
import { ResponseContext } from '../filters/filter.js';
import type { RequestContext } from '../filters/request-context.js';

/** What surrounds one reply. */
export interface ReplySurroundings {
  readonly exchange: Exchange;
  /** The type that the client and the method agreed on; undefined where there was no such agreement, as for errors. */
  readonly mediaType: MediaType | undefined;
  /** All types that the method produces, where there are several: a value that cannot be written as the best of them is written as another. */
  readonly writableTypes: readonly MediaType[] | undefined;
  /** True where JSON is only the default: bytes then are bytes. */
  readonly isDefaultType: boolean;
  readonly filters: FilterChain;
  readonly context: RequestContext;
}

/** Sends what methods, filters and exception mappers give. Makes no promise unless a filter, a writer or a stream has to be waited for. */
export class ReplyWriter {
  constructor(private readonly writers: BodyWriters) {}

  /** Null and undefined are 204, an absent Optional is 404, a Reply is sent as built, anything else is a body. */
  write(result: unknown, surroundings: ReplySurroundings): void | Promise<void> {
    if (result instanceof Reply) {
      const entity = present(result.entity);
      result.applyHead(surroundings.exchange.reply);
      return this.filtered(entity, result.mediaType ?? this.agreedType(entity, surroundings), surroundings);
    }
    const entity = present(result);
    if (entity === undefined) surroundings.exchange.reply.status = 204;
    return this.filtered(entity, this.agreedType(entity, surroundings), surroundings);
  }

  private agreedType(entity: unknown, { exchange, mediaType, writableTypes, isDefaultType }: ReplySurroundings): MediaType | undefined {
    if (writableTypes === undefined) return isDefaultType && entity instanceof Uint8Array ? undefined : mediaType;
    if (mediaType === undefined || this.writers.canWrite(entity, mediaType)) return mediaType;
    const others = writableTypes.filter((other) => this.writers.canWrite(entity, other));
    return others[new MediaTypeChoice(others).choose(exchange.headers.get('accept'))] ?? mediaType;
  }

  private filtered(entity: unknown, mediaType: MediaType | undefined, surroundings: ReplySurroundings): void | Promise<void> {
    const { exchange, filters } = surroundings;
    if (!filters.filtersResponses) return this.send(exchange, entity, mediaType);
    const response = new ResponseContext(exchange.reply, entity, mediaType);
    const outcome = filters.after(surroundings.context, response);
    if (outcome === undefined) return this.send(exchange, response.entity, response.mediaType);
    return outcome.then(() => this.send(exchange, response.entity, response.mediaType));
  }

  private send(exchange: Exchange, entity: unknown, chosen: MediaType | undefined): void | Promise<void> {
    const { reply } = exchange;
    if (entity === undefined || entity === null) {
      reply.end();
      return undefined;
    }
    if (entity instanceof ErrorMessage || entity instanceof ValidationErrorMessage) return sendErrorMessage(exchange, entity);
    const mediaType = concreteType(entity, chosen);
    const body = this.writers.write(entity, mediaType);
    if (reply.header('Content-Type') === undefined) reply.setHeader('Content-Type', contentTypeText(mediaType));
    if (typeof body === 'string' || body instanceof Uint8Array) {
      reply.end(body);
      return undefined;
    }
    const promise = asPromise(body) as Promise<WrittenBody> | undefined;
    return promise === undefined ? sendBody(exchange, body as WrittenBody) : promise.then((written) => sendBody(exchange, written));
  }
}

function sendBody({ reply }: Exchange, body: WrittenBody): void | Promise<void> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return reply.stream(body);
  reply.end(body);
}

function present(value: unknown): unknown {
  if (value === null) return undefined;
  if (!(value instanceof Optional)) return value;
  if (value.isPresent()) return value.get();
  throw new NotFoundException();
}
