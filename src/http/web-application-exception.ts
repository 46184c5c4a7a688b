import { Reply } from './reply.js';
import { reasonPhrase } from './status.js';

/**
 * Thrown to answer a request with a status, from wherever the decision is made.
 *
 * @example throw new WebApplicationException('The cellar is flooded', 503)
 * @example throw new WebApplicationException(Reply.status(409).body({ holder: 'ada' }))
 */
export class WebApplicationException extends Error {
  override readonly name: string = 'WebApplicationException';
  /** What is sent; without a body of its own the error body is made from status and message. */
  readonly reply: Reply;

  constructor(message: string, status?: number, options?: ErrorOptions);
  constructor(reply: Reply | number, options?: ErrorOptions);
  constructor(what: string | number | Reply, second?: number | ErrorOptions, third?: ErrorOptions) {
    const status = typeof what === 'string' ? (typeof second === 'number' ? second : 500) : undefined;
    const reply = typeof what === 'object' ? what : Reply.status(status ?? Number(what));
    const options = typeof second === 'object' ? second : third;
    super(typeof what === 'string' ? what : defaultMessage(reply.statusCode), options);
    this.reply = reply;
  }

  get status(): number {
    return this.reply.statusCode;
  }
}

/** 400 */
export class BadRequestException extends WebApplicationException {
  override readonly name = 'BadRequestException';
  constructor(message = defaultMessage(400), options?: ErrorOptions) {
    super(message, 400, options);
  }
}

/** 401, with the challenge that the client has to meet: `new NotAuthorizedException('Basic realm="cellar"')`. */
export class NotAuthorizedException extends WebApplicationException {
  override readonly name = 'NotAuthorizedException';
  constructor(...challenges: [string, ...string[]]) {
    super(Reply.status(401).header('WWW-Authenticate', challenges));
  }
}

/** 403 */
export class ForbiddenException extends WebApplicationException {
  override readonly name = 'ForbiddenException';
  constructor(message = defaultMessage(403), options?: ErrorOptions) {
    super(message, 403, options);
  }
}

/** 404 */
export class NotFoundException extends WebApplicationException {
  override readonly name = 'NotFoundException';
  constructor(message = defaultMessage(404), options?: ErrorOptions) {
    super(message, 404, options);
  }
}

/** 405, with the methods that are allowed. */
export class NotAllowedException extends WebApplicationException {
  override readonly name = 'NotAllowedException';
  constructor(allowed: readonly string[]) {
    super(Reply.status(405).header('Allow', allowed.join(', ')));
  }
}

/** 406 */
export class NotAcceptableException extends WebApplicationException {
  override readonly name = 'NotAcceptableException';
  constructor(message = defaultMessage(406), options?: ErrorOptions) {
    super(message, 406, options);
  }
}

/** 408: the client took longer to send its request than `requestTimeout` allows. */
export class RequestTimeoutException extends WebApplicationException {
  override readonly name = 'RequestTimeoutException';
  constructor(message = defaultMessage(408), options?: ErrorOptions) {
    super(message, 408, options);
  }
}

/** 409 */
export class ConflictException extends WebApplicationException {
  override readonly name = 'ConflictException';
  constructor(message = defaultMessage(409), options?: ErrorOptions) {
    super(message, 409, options);
  }
}

/** 410 */
export class GoneException extends WebApplicationException {
  override readonly name = 'GoneException';
  constructor(message = defaultMessage(410), options?: ErrorOptions) {
    super(message, 410, options);
  }
}

/** 413 */
export class ContentTooLargeException extends WebApplicationException {
  override readonly name = 'ContentTooLargeException';
  constructor(message = defaultMessage(413), options?: ErrorOptions) {
    super(message, 413, options);
  }
}

/** 415 */
export class NotSupportedException extends WebApplicationException {
  override readonly name = 'NotSupportedException';
  constructor(message = defaultMessage(415), options?: ErrorOptions) {
    super(message, 415, options);
  }
}

/** 3xx to another place. */
export class RedirectionException extends WebApplicationException {
  override readonly name = 'RedirectionException';
  constructor(status: 301 | 302 | 303 | 307 | 308, location: string | URL) {
    super(Reply.status(status).location(location));
  }
}

/** 500, with a message that the client sees. */
export class InternalServerErrorException extends WebApplicationException {
  override readonly name = 'InternalServerErrorException';
  constructor(message = defaultMessage(500), options?: ErrorOptions) {
    super(message, 500, options);
  }
}

/** 503, with the seconds after which to try again where they are known. */
export class ServiceUnavailableException extends WebApplicationException {
  override readonly name = 'ServiceUnavailableException';
  constructor(retryAfterSeconds?: number) {
    super(retryAfterSeconds === undefined ? Reply.status(503) : Reply.status(503).header('Retry-After', retryAfterSeconds));
  }
}

function defaultMessage(status: number): string {
  return `HTTP ${status} ${reasonPhrase(status)}`;
}
