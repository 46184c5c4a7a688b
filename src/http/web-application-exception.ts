import { Duration } from '../values/duration.js';
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

  constructor(message: string, reply?: Reply | number, options?: ErrorOptions);
  constructor(reply: Reply | number, options?: ErrorOptions);
  constructor(what: string | Reply | number, second?: Reply | number | ErrorOptions, third?: ErrorOptions) {
    const [given, options] =
      typeof what === 'string' ? [isReply(second) ? second : 500, third] : [what, second as ErrorOptions | undefined];
    const reply = typeof given === 'number' ? Reply.status(given) : given;
    super(typeof what === 'string' ? what : defaultMessage(reply.statusCode), options);
    this.reply = reply;
  }

  get status(): number {
    return this.reply.statusCode;
  }
}

/**
 * What every exception of a status takes: a message for the client and options, either of which may be left out. Without a message the status speaks
 * for itself: "HTTP 404 Not Found".
 */
export type ExceptionArguments<O extends ErrorOptions = ErrorOptions> =
  Partial<O> extends O ? [message?: string, options?: O] | [options: O] : [message: string, options: O] | [options: O];

/** When a client may try again. */
export interface RetryOptions extends ErrorOptions {
  readonly retryAfter?: Duration | string;
}

/** What a client has to show: `{ challenge: 'Basic realm="cellar"' }`. */
export interface ChallengeOptions extends ErrorOptions {
  readonly challenge: string | readonly string[];
}

/** The methods that a client may use instead. */
export interface AllowedOptions extends ErrorOptions {
  readonly allowed: readonly string[];
}

/** Where a client finds what it wants. */
export interface RedirectionOptions extends ErrorOptions {
  readonly status: 301 | 302 | 303 | 307 | 308;
  readonly location: string | URL;
}

/** 3xx to another place: `new RedirectionException({ status: 303, location: '/elsewhere' })`. */
export class RedirectionException extends WebApplicationException {
  override readonly name = 'RedirectionException';
  constructor(...args: ExceptionArguments<RedirectionOptions>) {
    const { status, location } = optionsOf(args);
    super(messageOf(args, status), Reply.status(status).location(location), optionsOf(args));
  }
}

/** 400 */
export class BadRequestException extends WebApplicationException {
  override readonly name = 'BadRequestException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 400), 400, optionsOf(args));
  }
}

/** 401, with the challenge that the client has to meet: `new NotAuthorizedException({ challenge: 'Basic realm="cellar"' })`. */
export class NotAuthorizedException extends WebApplicationException {
  override readonly name = 'NotAuthorizedException';
  constructor(...args: ExceptionArguments<ChallengeOptions>) {
    super(messageOf(args, 401), Reply.status(401).header('WWW-Authenticate', optionsOf(args).challenge), optionsOf(args));
  }
}

/** 403 */
export class ForbiddenException extends WebApplicationException {
  override readonly name = 'ForbiddenException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 403), 403, optionsOf(args));
  }
}

/** 404 */
export class NotFoundException extends WebApplicationException {
  override readonly name = 'NotFoundException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 404), 404, optionsOf(args));
  }
}

/** 405, with the methods that are allowed: `new NotAllowedException({ allowed: ['GET'] })`. */
export class NotAllowedException extends WebApplicationException {
  override readonly name = 'NotAllowedException';
  constructor(...args: ExceptionArguments<AllowedOptions>) {
    super(messageOf(args, 405), Reply.status(405).header('Allow', optionsOf(args).allowed.join(', ')), optionsOf(args));
  }
}

/** 406 */
export class NotAcceptableException extends WebApplicationException {
  override readonly name = 'NotAcceptableException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 406), 406, optionsOf(args));
  }
}

/** 408: the client took too long to send its request. */
export class RequestTimeoutException extends WebApplicationException {
  override readonly name = 'RequestTimeoutException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 408), 408, optionsOf(args));
  }
}

/** 409 */
export class ConflictException extends WebApplicationException {
  override readonly name = 'ConflictException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 409), 409, optionsOf(args));
  }
}

/** 410 */
export class GoneException extends WebApplicationException {
  override readonly name = 'GoneException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 410), 410, optionsOf(args));
  }
}

/** 412 */
export class PreconditionFailedException extends WebApplicationException {
  override readonly name = 'PreconditionFailedException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 412), 412, optionsOf(args));
  }
}

/** 413 */
export class ContentTooLargeException extends WebApplicationException {
  override readonly name = 'ContentTooLargeException';
  constructor(...args: ExceptionArguments<RetryOptions>) {
    super(messageOf(args, 413), retryReply(413, optionsOf(args)), optionsOf(args));
  }
}

/** 415 */
export class NotSupportedException extends WebApplicationException {
  override readonly name = 'NotSupportedException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 415), 415, optionsOf(args));
  }
}

/** 422 */
export class UnprocessableContentException extends WebApplicationException {
  override readonly name = 'UnprocessableContentException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 422), 422, optionsOf(args));
  }
}

/** 429, with the time after which to try again where it is known: `new TooManyRequestsException({ retryAfter: '1 minute' })`. */
export class TooManyRequestsException extends WebApplicationException {
  override readonly name = 'TooManyRequestsException';
  constructor(...args: ExceptionArguments<RetryOptions>) {
    super(messageOf(args, 429), retryReply(429, optionsOf(args)), optionsOf(args));
  }
}

/** 500, with a message that the client sees. */
export class InternalServerErrorException extends WebApplicationException {
  override readonly name = 'InternalServerErrorException';
  constructor(...args: ExceptionArguments) {
    super(messageOf(args, 500), 500, optionsOf(args));
  }
}

/** 503, with the time after which to try again where it is known: `new ServiceUnavailableException({ retryAfter: '5 seconds' })`. */
export class ServiceUnavailableException extends WebApplicationException {
  override readonly name = 'ServiceUnavailableException';
  constructor(...args: ExceptionArguments<RetryOptions>) {
    super(messageOf(args, 503), retryReply(503, optionsOf(args)), optionsOf(args));
  }
}

function messageOf([first]: readonly (string | ErrorOptions | undefined)[], status: number): string {
  return typeof first === 'string' ? first : defaultMessage(status);
}

function optionsOf<O extends ErrorOptions>(args: ExceptionArguments<O>): O {
  const [first, second] = args as readonly [string | O | undefined, O | undefined];
  // Where options have required parts, the compiler demands them as first or second argument.
  return (typeof first === 'object' ? first : second) ?? ({} as O);
}

/** Whole seconds, as HTTP has them, and never sooner than asked. */
function retryReply(status: number, { retryAfter }: RetryOptions): Reply {
  const reply = Reply.status(status);
  return retryAfter === undefined ? reply : reply.header('Retry-After', Math.ceil(Duration.from(retryAfter).to('seconds')));
}

function isReply(value: unknown): value is Reply | number {
  return typeof value === 'number' || value instanceof Reply;
}

function defaultMessage(status: number): string {
  return `HTTP ${status} ${reasonPhrase(status)}`;
}
