export { TraceContext } from './trace-context.js';
export type { TraceIds } from './trace-context.js';
export { MediaTypeChoice, chooseEncoding, chooseLanguages, parseAccept, qualityOf } from './accept.js';
export type { AcceptedRange } from './accept.js';
export { contentRangeText, parseRange } from './byte-range.js';
export type { ByteRange, RangeOutcome } from './byte-range.js';
export { cacheControlText } from './cache-control.js';
export type { CacheControlOptions } from './cache-control.js';
export { evaluateConditions, httpDate, rangeStillApplies } from './conditional-request.js';
export type { ConditionOutcome, Validators } from './conditional-request.js';
export { parseCookies, setCookieText } from './cookies.js';
export type { CookieOptions } from './cookies.js';
export {
  BodyAbortedError,
  BodyTakenError,
  BodyTooLargeError,
  NoReplyError,
  ReplyAbortedError,
  ReplyCommittedError,
  ReplyLengthError,
} from './exchange.js';
export type {
  BodyDecoder,
  Exchange,
  ExchangeOutcome,
  FinishedListener,
  OpenReply,
  ReplyBody,
  ReplyEncoder,
  ReplyStream,
  RequestBody,
  RequestHeaders,
} from './exchange.js';
export type { Handler, Wrap } from './handler.js';
export { ErrorMessage, ValidationErrorMessage } from './error-message.js';
export { answerError, errorReply, sendError } from './error-reply.js';
export type { ErrorAnswering, FailureLog } from './error-reply.js';
export type { ErrorClass } from './exception-status.js';
export { HeaderMap } from './header-map.js';
export { MediaType } from './media-type.js';
export { MountConflictError } from './path-claims.js';
export type { PathClaim } from './path-claims.js';
export type { ErrorHandler, NamedWrap } from './pipeline.js';
export type { PortParts } from './port-handler.js';
export { PortRegistry } from './port-registry.js';
export type { MountAccess, MountOptions, RegisteredMount } from './port-registry.js';
export { allValues, firstValue, parseQuery } from './query-string.js';
export type { QueryValues } from './query-string.js';
export { FileBody } from './file-body.js';
export { Reply } from './reply.js';
export type { FileReplyOptions } from './reply.js';
export { SecurityContext, securityOf, setSecurity } from './security-context.js';
export { forbidsContent, reasonPhrase } from './status.js';
export {
  BadRequestException,
  ConflictException,
  ContentTooLargeException,
  ForbiddenException,
  GoneException,
  InternalServerErrorException,
  NotAcceptableException,
  NotAllowedException,
  NotAuthorizedException,
  NotFoundException,
  NotSupportedException,
  PreconditionFailedException,
  RedirectionException,
  RequestTimeoutException,
  ServiceUnavailableException,
  TooManyRequestsException,
  UnprocessableContentException,
  WebApplicationException,
} from './web-application-exception.js';
export type {
  AllowedOptions,
  ChallengeOptions,
  ExceptionArguments,
  RedirectionOptions,
  RetryOptions,
} from './web-application-exception.js';
