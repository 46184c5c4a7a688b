// http/accept
export interface AcceptedRange {
  readonly range: MediaType;
  readonly quality: number;
}

// http/web-application-exception
export interface AllowedOptions extends ErrorOptions {
  readonly allowed: readonly string[];
}

// http/web-application-exception
export declare class BadRequestException extends WebApplicationException {
  readonly name = "BadRequestException";
  constructor(...args: ExceptionArguments);
}

// http/exchange
export declare class BodyAbortedError extends Error {
  readonly name = "BodyAbortedError";
  readonly code = "KEELSON_BODY_ABORTED";
  constructor();
}

// http/exchange
export type BodyDecoder = (source: AsyncIterable<Uint8Array>, limit: number) => AsyncIterable<Uint8Array>;

// http/exchange
export declare class BodyTakenError extends Error {
  readonly name = "BodyTakenError";
  readonly code = "KEELSON_BODY_TAKEN";
  constructor();
}

// http/exchange
export declare class BodyTooLargeError extends Error {
  readonly limit: number;
  readonly name = "BodyTooLargeError";
  readonly code = "KEELSON_BODY_TOO_LARGE";
  constructor(limit: number);
}

// http/byte-range
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

// http/cache-control
export interface CacheControlOptions {
  readonly private?: boolean;
  readonly public?: boolean;
  readonly noCache?: boolean;
  readonly noStore?: boolean;
  readonly noTransform?: boolean;
  readonly mustRevalidate?: boolean;
  readonly proxyRevalidate?: boolean;
  readonly immutable?: boolean;
  readonly maxAge?: Duration | string;
  readonly sharedMaxAge?: Duration | string;
  readonly staleWhileRevalidate?: Duration | string;
  readonly staleIfError?: Duration | string;
}

// http/web-application-exception
export interface ChallengeOptions extends ErrorOptions {
  readonly challenge: string | readonly string[];
}

// http/conditional-request
export type ConditionOutcome = 'proceed' | 'not-modified' | 'precondition-failed';

// http/web-application-exception
export declare class ConflictException extends WebApplicationException {
  readonly name = "ConflictException";
  constructor(...args: ExceptionArguments);
}

// http/web-application-exception
export declare class ContentTooLargeException extends WebApplicationException {
  readonly name = "ContentTooLargeException";
  constructor(...args: ExceptionArguments<RetryOptions>);
}

// http/cookies
export interface CookieOptions {
  readonly path?: string;
  readonly domain?: string;
  readonly maxAge?: Duration | string;
  readonly expires?: Date;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: 'strict' | 'lax' | 'none';
}

// http/error-reply
export interface ErrorAnswering {
  readonly log: FailureLog;
  readonly map?: (thrown: unknown) => Reply | Promise<Reply> | undefined;
  readonly send?: (reply: Reply) => void | Promise<void>;
}

// http/exception-status
export interface ErrorClass {
  readonly name: string;
  readonly prototype: object;
}

// http/pipeline
export type ErrorHandler = (exchange: Exchange, thrown: unknown) => void | Promise<void>;

// http/error-message
export declare class ErrorMessage {
  readonly code: number;
  readonly message: string;
  readonly details?: string | undefined;
  constructor(code: number, message: string, details?: string | undefined);
  toJson(): string;
  toText(): string;
}

// http/web-application-exception
export type ExceptionArguments<O extends ErrorOptions = ErrorOptions> = Partial<O> extends O ? [message?: string, options?: O] | [options: O] : [message: string, options: O] | [options: O];

// http/exchange
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly contextPath: string;
  readonly rawQuery: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  readonly remoteAddress: string;
  readonly secure: boolean;
  readonly clientCertificate: X509Certificate | undefined;
  readonly httpVersion: string;
  readonly signal: AbortSignal;
  readonly stopping: AbortSignal;
  readonly reply: OpenReply;
  requestId: string | undefined;
  route: string | undefined;
  enterContext(prefix: string): void;
  onFinished(listener: FinishedListener): void;
  attribute(key: symbol): unknown;
  setAttribute(key: symbol, value: unknown): void;
  readonly native: unknown;
}

// http/exchange
export interface ExchangeOutcome {
  readonly status: number;
  readonly bodyBytes: number;
  readonly complete: boolean;
}

// http/error-reply
export interface FailureLog {
  error(message: string, ...args: readonly unknown[]): void;
  debug(message: string, ...args: readonly unknown[]): void;
}

// http/file-body
export declare class FileBody {
  readonly path: string;
  constructor(path: string);
}

// http/reply
export interface FileReplyOptions {
  readonly downloadAs?: string;
}

// http/exchange
export type FinishedListener = (outcome: ExchangeOutcome) => void;

// http/web-application-exception
export declare class ForbiddenException extends WebApplicationException {
  readonly name = "ForbiddenException";
  constructor(...args: ExceptionArguments);
}

// http/web-application-exception
export declare class GoneException extends WebApplicationException {
  readonly name = "GoneException";
  constructor(...args: ExceptionArguments);
}

// http/handler
export type Handler = (exchange: Exchange) => void | Promise<void>;

// http/header-map
export declare class HeaderMap implements RequestHeaders {
  static of(fields: Iterable<readonly [string, string]> | Readonly<Record<string, string | readonly string[]>>): HeaderMap;
  append(name: string, value: string): void;
  remove(name: string): void;
  get(name: string): string | undefined;
  getAll(name: string): readonly string[];
  has(name: string): boolean;
  entries(): Iterable<readonly [string, string]>;
}

// http/web-application-exception
export declare class InternalServerErrorException extends WebApplicationException {
  readonly name = "InternalServerErrorException";
  constructor(...args: ExceptionArguments);
}

// http/media-type
export declare class MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly essence: string;
  static readonly wildcard: MediaType;
  static readonly json: MediaType;
  static readonly text: MediaType;
  static readonly form: MediaType;
  static readonly multipart: MediaType;
  static readonly bytes: MediaType;
  static parse(text: string): MediaType;
  static tryParse(text: string): MediaType | undefined;
  get charset(): string | undefined;
  get suffix(): string | undefined;
  get isWildcard(): boolean;
  includes(other: MediaType): boolean;
  isCompatible(other: MediaType): boolean;
  withCharset(charset: string): MediaType;
  toString(): string;
  toJSON(): string;
}

// http/accept
export declare class MediaTypeChoice {
  readonly offers: readonly MediaType[];
  constructor(offers: readonly MediaType[]);
  choose(accept: string | undefined): number;
}

// http/port-registry
export type MountAccess = 'public' | 'authenticated' | {
  readonly roles: readonly [string, ...string[]];
};

// http/path-claims
export declare class MountConflictError extends Error {
  readonly conflicts: readonly string[];
  readonly name = "MountConflictError";
  readonly code = "KEELSON_MOUNT_CONFLICT";
  constructor(conflicts: readonly string[]);
}

// http/port-registry
export interface MountOptions {
  readonly title?: string;
  readonly access?: MountAccess;
}

// http/pipeline
export interface NamedWrap {
  readonly name: string;
  readonly wrap: Wrap;
}

// http/exchange
export declare class NoReplyError extends Error {
  readonly name = "NoReplyError";
  readonly code = "KEELSON_NO_REPLY";
  constructor(method: string, path: string);
}

// http/web-application-exception
export declare class NotAcceptableException extends WebApplicationException {
  readonly name = "NotAcceptableException";
  constructor(...args: ExceptionArguments);
}

// http/web-application-exception
export declare class NotAllowedException extends WebApplicationException {
  readonly name = "NotAllowedException";
  constructor(...args: ExceptionArguments<AllowedOptions>);
}

// http/web-application-exception
export declare class NotAuthorizedException extends WebApplicationException {
  readonly name = "NotAuthorizedException";
  constructor(...args: ExceptionArguments<ChallengeOptions>);
}

// http/web-application-exception
export declare class NotFoundException extends WebApplicationException {
  readonly name = "NotFoundException";
  constructor(...args: ExceptionArguments);
}

// http/web-application-exception
export declare class NotSupportedException extends WebApplicationException {
  readonly name = "NotSupportedException";
  constructor(...args: ExceptionArguments);
}

// http/exchange
export interface OpenReply {
  status: number;
  readonly committed: boolean;
  header(name: string): string | readonly string[] | undefined;
  setHeader(name: string, value: string | readonly string[]): void;
  appendHeader(name: string, value: string): void;
  removeHeader(name: string): void;
  headerNames(): readonly string[];
  end(body?: ReplyBody): void;
  stream(source: ReplyStream): Promise<void>;
  abort(): void;
  beforeCommit(listener: (reply: OpenReply) => void): void;
  encodeBody(encoder: ReplyEncoder): void;
}

// http/path-claims
export interface PathClaim {
  readonly path: string;
  readonly owner: string;
  readonly kind: 'mount' | 'endpoint';
}

// http/port-handler
export interface PortParts {
  readonly handler: Handler;
  readonly wraps: readonly NamedWrap[];
  readonly fail: ErrorHandler;
  readonly nodeMounts?: readonly string[];
}

// http/port-registry
export declare class PortRegistry {
  constructor(name: string);
  wrap(name: string, wrap: Wrap): this;
  mount(path: string, handler: Handler, options?: MountOptions): this;
  get wraps(): readonly NamedWrap[];
  get mounts(): readonly RegisteredMount[];
  get nodeMounts(): readonly string[];
  get claims(): readonly PathClaim[];
  close(): void;
}

// http/web-application-exception
export declare class PreconditionFailedException extends WebApplicationException {
  readonly name = "PreconditionFailedException";
  constructor(...args: ExceptionArguments);
}

// http/query-string
export interface QueryValues {
  readonly [name: string]: string | string[] | undefined;
}

// http/byte-range
export type RangeOutcome = {
  readonly kind: 'parts';
  readonly ranges: readonly ByteRange[];
} | {
  readonly kind: 'whole';
} | {
  readonly kind: 'unsatisfiable';
} | {
  readonly kind: 'malformed';
};

// http/web-application-exception
export declare class RedirectionException extends WebApplicationException {
  readonly name = "RedirectionException";
  constructor(...args: ExceptionArguments<RedirectionOptions>);
}

// http/web-application-exception
export interface RedirectionOptions extends ErrorOptions {
  readonly status: 301 | 302 | 303 | 307 | 308;
  readonly location: string | URL;
}

// http/port-registry
export interface RegisteredMount {
  readonly title: string;
  readonly access: MountAccess | undefined;
  readonly path: string;
  readonly handler: Handler;
}

// http/reply
export declare class Reply<T = unknown> {
  readonly statusCode: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly mediaType: MediaType | undefined;
  readonly entity: T;
  static status(status: number): Reply<undefined>;
  static ok(): Reply<undefined>;
  static ok<T>(body: T): Reply<T>;
  static created(location: string | URL): Reply<undefined>;
  static accepted(): Reply<undefined>;
  static accepted<T>(body: T): Reply<T>;
  static file(path: string | URL, { downloadAs }?: FileReplyOptions): Reply<FileBody>;
  static noContent(): Reply<undefined>;
  static seeOther(location: string | URL): Reply<undefined>;
  static temporaryRedirect(location: string | URL): Reply<undefined>;
  static permanentRedirect(location: string | URL): Reply<undefined>;
  static notModified(etag?: string): Reply<undefined>;
  header(name: string, value: string | number | readonly string[]): Reply<T>;
  addHeader(name: string, value: string | number): Reply<T>;
  language(tag: string): Reply<T>;
  location(location: string | URL): Reply<T>;
  cookie(name: string, value: string, options?: CookieOptions): Reply<T>;
  cacheControl(options: CacheControlOptions): Reply<T>;
  vary(...names: string[]): Reply<T>;
  etag(tag: string): Reply<T>;
  lastModified(time: Date): Reply<T>;
  type(mediaType: string | MediaType): Reply<T>;
  body<U>(entity: U): Reply<U>;
  applyHead(reply: OpenReply): void;
}

// http/exchange
export declare class ReplyAbortedError extends Error {
  readonly name = "ReplyAbortedError";
  readonly code = "KEELSON_REPLY_ABORTED";
  constructor();
}

// http/exchange
export type ReplyBody = string | Uint8Array;

// http/exchange
export declare class ReplyCommittedError extends Error {
  readonly name = "ReplyCommittedError";
  readonly code = "KEELSON_REPLY_COMMITTED";
  constructor(attempt: string);
}

// http/exchange
export interface ReplyEncoder {
  readonly minimumSize: number;
  whole(reply: OpenReply, body: Uint8Array): Uint8Array | Promise<Uint8Array> | undefined;
  pieces(reply: OpenReply, source: ReplyStream): ReplyStream | undefined;
  describe(reply: OpenReply): void;
}

// http/exchange
export declare class ReplyLengthError extends Error {
  readonly announced: number;
  readonly sent: number;
  readonly name = "ReplyLengthError";
  readonly code = "KEELSON_REPLY_LENGTH";
  constructor(announced: number, sent: number);
}

// http/exchange
export type ReplyStream = AsyncIterable<ReplyBody> | Iterable<ReplyBody>;

// http/exchange
export interface RequestBody {
  readonly announced: boolean;
  bytes(limit?: number): Uint8Array | Promise<Uint8Array>;
  stream(limit?: number): AsyncIterable<Uint8Array>;
  decodeWith(decoder: BodyDecoder): void;
}

// http/exchange
export interface RequestHeaders {
  get(name: string): string | undefined;
  getAll(name: string): readonly string[];
  has(name: string): boolean;
  entries(): Iterable<readonly [string, string]>;
}

// http/web-application-exception
export declare class RequestTimeoutException extends WebApplicationException {
  readonly name = "RequestTimeoutException";
  constructor(...args: ExceptionArguments);
}

// http/web-application-exception
export interface RetryOptions extends ErrorOptions {
  readonly retryAfter?: Duration | string;
}

// http/security-context
export declare class SecurityContext {
  readonly principal: unknown;
  readonly scheme?: string | undefined;
  static readonly anonymous: SecurityContext;
  constructor(
  principal: unknown, roles?: ReadonlySet<string> | readonly string[], 
  scheme?: string | undefined);
  isUserInRole(role: string): boolean;
}

// http/web-application-exception
export declare class ServiceUnavailableException extends WebApplicationException {
  readonly name = "ServiceUnavailableException";
  constructor(...args: ExceptionArguments<RetryOptions>);
}

// http/web-application-exception
export declare class TooManyRequestsException extends WebApplicationException {
  readonly name = "TooManyRequestsException";
  constructor(...args: ExceptionArguments<RetryOptions>);
}

// http/trace-context
export declare class TraceContext implements TraceIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly state: string | undefined;
  static read(headers: RequestHeaders): TraceContext | undefined;
  get headers(): Readonly<Record<string, string>>;
}

// http/trace-context
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

// http/web-application-exception
export declare class UnprocessableContentException extends WebApplicationException {
  readonly name = "UnprocessableContentException";
  constructor(...args: ExceptionArguments);
}

// http/error-message
export declare class ValidationErrorMessage {
  readonly errors: readonly string[];
  constructor(errors: readonly string[]);
  toJson(): string;
  toText(): string;
}

// http/conditional-request
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: Date | undefined;
}

// http/web-application-exception
export declare class WebApplicationException extends Error {
  readonly name: string;
  readonly reply: Reply;
  constructor(message: string, reply?: Reply | number, options?: ErrorOptions);
  constructor(reply: Reply | number, options?: ErrorOptions);
  get status(): number;
}

// http/handler
export type Wrap = (next: Handler) => Handler;

// http/query-string
export declare function allValues(values: QueryValues, name: string): readonly string[];

// http/error-reply
export declare function answerError(exchange: Exchange, thrown: unknown, { log, map, send }: ErrorAnswering): void | Promise<void>;

// http/cache-control
export declare function cacheControlText(options: CacheControlOptions): string;

// http/accept
export declare function chooseEncoding(acceptEncoding: string | undefined, offered: readonly string[]): string | undefined;

// http/accept
export declare function chooseLanguages(acceptLanguage: string | undefined, offered: readonly string[]): readonly string[];

// http/byte-range
export declare function contentRangeText(range: ByteRange | undefined, length: number): string;

// http/error-reply
export declare function errorReply(thrown: unknown, log: FailureLog, { method, path }: Pick<Exchange, 'method' | 'path'>): Reply;

// http/conditional-request
export declare function evaluateConditions(method: string, headers: RequestHeaders, current: Validators): ConditionOutcome;

// http/query-string
export declare function firstValue(values: QueryValues, name: string): string | undefined;

// http/status
export declare function forbidsContent(status: number): boolean;

// http/conditional-request
export declare function httpDate(text: string | undefined): Date | undefined;

// http/accept
export declare function parseAccept(header: string | undefined): readonly AcceptedRange[];

// http/cookies
export declare function parseCookies(header: string | undefined): Readonly<Record<string, string | undefined>>;

// http/query-string
export declare function parseQuery(raw: string): QueryValues;

// http/byte-range
export declare function parseRange(header: string | undefined, length: number): RangeOutcome;

// http/accept
export declare function qualityOf(accept: string | undefined, type: MediaType): number;

// http/conditional-request
export declare function rangeStillApplies(headers: RequestHeaders, current: Validators): boolean;

// http/status
export declare function reasonPhrase(status: number): string;

// http/security-context
export declare function securityOf(exchange: Exchange): SecurityContext;

// http/error-reply
export declare function sendError(exchange: Exchange, status: number, message?: string): void;

// http/cookies
export declare function setCookieText(name: string, value: string, options?: CookieOptions): string;

// http/security-context
export declare function setSecurity(exchange: Exchange, security: SecurityContext): void;
