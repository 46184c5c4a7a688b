// resources/parameters/abstract-param
export declare abstract class AbstractParam<V> extends Wrapper<V> {
  constructor(raw: string);
  get(): V;
  protected abstract parse(raw: string): V;
  protected errorMessage(raw: string, thrown: unknown): string;
  protected errorStatus(): number;
  toString(): string;
  toJSON(): unknown;
}

// contract/annotations/access-annotations
export interface AccessAnnotation extends ClassOrMethodAnnotation {
  (): ClassOrMethodAnnotation;
}

// contract/annotations/access-annotations
export declare const Auth: AuthAnnotation;

// contract/annotations/access-annotations
export interface AuthAnnotation {
  <P extends Principal>(principal: abstract new (...args: never[]) => P): <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & TakesInstance<P, ArgumentOf<T, M, I>>) => void;
  <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & TakesPrincipal<ArgumentOf<T, M, I>>): void;
}

// contract/annotations/access-annotations
export declare const Authenticated: AccessAnnotation;

// contract/annotations/access-annotations
export declare function Authorize<P extends Principal>(check: AccessCheck<P>): ClassOrMethodAnnotation;

// contract/annotations/parameter-annotations
export declare const BeanParam: (target: object, member: PropertyKey, where?: PropertyDescriptor | number) => void;

// resources/bodies/body-reader
export type BodyClass = (abstract new (...args: never[]) => unknown) | StringConstructor | undefined;

// contract/annotations/returns-annotation
export type BodyOf<R> = Awaited<R> extends infer S ? S extends Optional<infer V> ? V : S extends Reply<infer V> ? V : S extends AsyncIterable<infer V> | Iterator<infer V> ? V : NonNullable<S> : never;

// resources/bodies/body-reader
export interface BodyReader {
  readonly mediaTypes: readonly string[];
  canRead(type: BodyClass): boolean;
  read(bytes: Uint8Array, mediaType: MediaType, type: BodyClass): unknown;
}

// resources/bodies/body-reader
export interface BodyWriter {
  readonly mediaTypes: readonly string[];
  canWrite(value: unknown, mediaType: MediaType): boolean;
  write(value: unknown, mediaType: MediaType): WrittenBody | Promise<WrittenBody>;
}

// resources/parameters/wrapper-params
export declare class BooleanParam extends AbstractParam<boolean> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): boolean;
}

// contract/annotations/method-annotations
export declare function CacheControl(options: CacheControlOptions): ClassOrMethodAnnotation;

// contract/annotations/routing-annotations
export interface ClassOrMethodAnnotation {
  (target: abstract new (...args: never[]) => object): void;
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
}

// contract/annotations/routing-annotations
export declare function Consumes(...mediaTypes: [string, ...string[]]): ClassOrMethodAnnotation;

// contract/annotations/parameter-annotations
export declare const Context: ContextAnnotation;

// contract/annotations/parameter-annotations
export interface ContextAnnotation {
  (target: object, member: PropertyKey, index: number): void;
  <V>(key: ContextKey<V>): <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & Fits<V | undefined, ArgumentOf<T, M, I>, 'this parameter cannot hold'>) => void;
}

// contract/annotations/context-key
export declare class ContextKey<V> {
  readonly name: string;
  protected readonly holds: V;
  readonly symbol: symbol;
  constructor(name: string);
}

// contract/annotations/parameter-annotations
export declare const CookieParam: ParameterSource;

// contract/annotations/routing-annotations
export declare const DELETE: MethodAnnotation;

// resources/parameters/wrapper-params
export declare class DataSizeParam extends AbstractParam<DataSize> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): DataSize;
  protected errorMessage(): string;
}

// resources/parameters/time-params
export declare class DateTimeParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema;
  static readonly jsonSchemaIsWider = true;
  protected parse(raw: string): Date;
}

// contract/annotations/parameter-annotations
export declare function DefaultValue(text: string): (target: object, member: PropertyKey, where?: PropertyDescriptor | number) => void;

// contract/annotations/access-annotations
export declare const DenyAll: AccessAnnotation;

// contract/annotations/deprecated-annotation
export declare function Deprecated({ since, sunset, use }: DeprecatedOptions): DeprecatedAnnotation;

// contract/annotations/deprecated-annotation
export type DeprecatedAnnotation = (target: object, member?: PropertyKey, where?: PropertyDescriptor | number) => void;

// contract/annotations/deprecated-annotation
export interface DeprecatedOptions {
  readonly since: string;
  readonly sunset?: string;
  readonly use?: string;
}

// resources/exceptions/documented-answer
export interface DocumentedAnswer {
  readonly status: number;
  readonly type: TypeRef | undefined;
}

// resources/parameters/wrapper-params
export declare class DurationParam extends AbstractParam<Duration> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): Duration;
  protected errorMessage(): string;
}

// resources/filters/filter
export interface DynamicFeature {
  configure(method: ResourceMethod, filters: FilterCollector): void;
}

// resources/parameters/time-params
export declare class EpochMillisecondsParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): Date;
}

// resources/parameters/time-params
export declare class EpochSecondsParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): Date;
}

// http/error-message
export declare class ErrorMessage {
  readonly code: number;
  readonly message: string;
  readonly details?: string | undefined;
  constructor(code: number, message: string, details?: string | undefined);
  toJson(): string;
  toText(): string;
}

// resources/exceptions/exception-mapper
export interface ExceptionMapper<E extends object> {
  readonly type: abstract new (...args: never[]) => E;
  toReply(thrown: E, request: RequestContext): Reply | Promise<Reply>;
}

// resources/filters/filter
export interface FilterCollector {
  register(filter: RequestFilter | ResponseFilter): void;
}

// contract/annotations/upload-annotations
export declare function FormFile(name: string, { maxSize, types, maxCount }?: FormFileOptions): <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & Fits<ArgumentOf<T, M, I>, UploadedFile | readonly UploadedFile[] | undefined, '@FormFile stands on UploadedFile, not on'>) => void;

// contract/annotations/upload-annotations
export interface FormFileOptions {
  readonly maxSize?: DataSize | string;
  readonly types?: readonly string[];
  readonly maxCount?: number;
}

// contract/annotations/parameter-annotations
export declare const FormParam: ParameterSource;

// contract/annotations/routing-annotations
export declare const GET: MethodAnnotation;

// contract/annotations/routing-annotations
export declare const HEAD: MethodAnnotation;

// contract/annotations/parameter-annotations
export declare const HeaderParam: ParameterSource;

// contract/annotations/routing-annotations
export declare function HttpMethod(name: string): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;

// resources/parameters/time-params
export declare class InstantParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema;
  static readonly jsonSchemaIsWider = true;
  protected parse(raw: string): Date;
}

// resources/parameters/wrapper-params
export declare class IntParam extends AbstractParam<number> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): number;
}

// resources/exceptions/invalid-request
export declare class InvalidExchangeException extends ConstraintViolationException {
  readonly status: 400 | 422 | 500;
  readonly messages: readonly string[];
  readonly name: string;
  constructor(
  status: 400 | 422 | 500, 
  messages: readonly string[], violations: readonly Violation[]);
}

// resources/parameters/time-params
export declare class LocalDateParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema;
  static readonly jsonSchemaIsWider = true;
  protected parse(raw: string): string;
}

// resources/parameters/time-params
export declare class LocalDateTimeParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema;
  static readonly jsonSchemaIsWider = true;
  protected parse(raw: string): string;
}

// resources/parameters/time-params
export declare class LocalTimeParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): string;
}

// resources/logging-fields
export declare const LoggingFields: ContextKey<ContextFields>;

// resources/parameters/wrapper-params
export declare class LongParam extends AbstractParam<number> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): number;
}

// resources/exceptions/invalid-request
export declare class MalformedBodyException extends Error {
  readonly details: string;
  readonly name = "MalformedBodyException";
  readonly code = "KEELSON_MALFORMED_BODY";
  constructor(
  details: string, options?: ErrorOptions);
}

// contract/annotations/method-annotations
export declare function MaxBodySize(limit: DataSize | string): ClassOrMethodAnnotation;

// contract/annotations/routing-annotations
export interface MethodAnnotation {
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
  (): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;
}

// resources/multipart/multipart-factory
export declare class MultipartFactory implements MultipartLimits {
  maxFileSize: DataSize;
  maxFiles: number;
  maxFields: number;
  maxFieldSize: DataSize;
  maxTotalSize: DataSize;
  memory: DataSize;
  temporaryFolder: string;
}

// resources/multipart/multipart-factory
export interface MultipartLimits {
  readonly maxFileSize: DataSize;
  readonly maxFiles: number;
  readonly maxFields: number;
  readonly maxFieldSize: DataSize;
  readonly maxTotalSize: DataSize;
  readonly memory: DataSize;
  readonly temporaryFolder: string;
}

// contract/annotations/name-binding
export interface NameBinding extends ClassOrMethodAnnotation {
  readonly bindingName: string;
}

// resources/bodies/body-writers
export declare class NoBodyWriterError extends Error {
  readonly name = "NoBodyWriterError";
  readonly code = "KEELSON_NO_BODY_WRITER";
  constructor(value: unknown, mediaType: MediaType);
}

// resources/parameters/wrapper-params
export declare class NonEmptyStringParam extends AbstractParam<Optional<string>> {
  static readonly jsonSchema: JsonSchema;
  static readonly takesMissingText = true;
  protected parse(raw: string): Optional<string>;
  toString(): string;
  toJSON(): unknown;
}

// contract/annotations/routing-annotations
export declare const OPTIONS: MethodAnnotation;

// resources/resource-registry
export type OrClass<T> = T | (new () => T);

// contract/annotations/routing-annotations
export declare const PATCH: MethodAnnotation;

// contract/annotations/routing-annotations
export declare const POST: MethodAnnotation;

// contract/annotations/routing-annotations
export declare const PUT: MethodAnnotation;

// resources/parameters/parameter-annotation
export type ParameterAnnotation<V> = <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & Fits<V, ArgumentOf<T, M, I>, 'this parameter cannot hold'>) => void;

// resources/parameters/parameter-converters
export interface ParameterConverter<V extends object> {
  readonly type: abstract new (...args: never[]) => V;
  fromText(text: string): V;
}

// resources/parameters/parameter-format-exception
export declare class ParameterFormatException extends Error {
  readonly template: string;
  readonly status: number;
  readonly name = "ParameterFormatException";
  readonly code = "KEELSON_PARAMETER_FORMAT";
  constructor(template: string, status?: number, options?: ErrorOptions);
  messageFor(parameter: string): string;
}

// contract/annotations/parameter-annotations
export interface ParameterSource {
  (name: string): <T extends object, K extends keyof T, W extends Where = undefined>(target: T, member: K & OnMember<W, SurvivesCompilation<ValueOf<T, K>>>, where?: W & OnParameter<W, SurvivesCompilation<ArgumentAt<T, K, W>>>) => void;
  <D extends Token>(name: string, type: D): <T extends object, K extends keyof T, W extends Where = undefined>(target: T, member: K & OnMember<W, Fits<Described<D>, ValueOf<T, K>, 'this member cannot hold'>>, where?: W & OnParameter<W, Fits<Described<D>, ArgumentAt<T, K, W>, 'this parameter cannot hold'>>) => void;
}

// http/uploaded-file
export interface Part extends AsyncIterable<Uint8Array> {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly declaredType: string;
  text(): Promise<string>;
}

// contract/annotations/upload-annotations
export declare const Parts: <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & Fits<AsyncIterable<Part>, ArgumentOf<T, M, I>, '@Parts stands on AsyncIterable<Part>; this parameter cannot hold'>) => void;

// contract/annotations/routing-annotations
export declare function Path<P extends string>(template: P & WellFormedPath<P>): ClassOrMethodAnnotation;

// contract/annotations/parameter-annotations
export declare const PathParam: ParameterSource;

// contract/annotations/access-annotations
export declare const PermitAll: AccessAnnotation;

// contract/annotations/routing-annotations
export declare function Produces(...mediaTypes: [string, ...string[]]): ClassOrMethodAnnotation;

// contract/annotations/parameter-annotations
export declare const QueryParam: ParameterSource;

// resources/filters/request-context
export declare class RequestContext {
  constructor(state: RequestState);
  get exchange(): Exchange;
  get resourceMethod(): ResourceMethod | undefined;
  get trace(): TraceContext | undefined;
  get method(): string;
  get path(): string;
  get headers(): RequestHeaders;
  header(name: string): string | undefined;
  queryParameter(name: string): string | undefined;
  pathParameter(name: string): string | undefined;
  uriOf<T extends object>(resource: abstract new (...args: never[]) => T, method: keyof T & string, values?: Readonly<Record<string, UriValue>>, query?: NonNullable<UriOptions['query']>): string;
  get signal(): AbortSignal;
  get stopping(): AbortSignal;
  get clientCertificate(): Exchange['clientCertificate'];
  get<V>(key: ContextKey<V>): V | undefined;
  set<V>(key: ContextKey<V>, value: V): void;
  get security(): SecurityContext;
  set security(security: SecurityContext);
  setHeader(name: string, value: string): void;
  setSignal(signal: AbortSignal): void;
}

// resources/filters/filter
export interface RequestFilter {
  readonly priority?: number;
  filterRequest(request: RequestContext): void | Reply | Promise<void | Reply>;
}

// resources/resource-registry
export type Resource<T> = T extends OrClass<RequestFilter | ResponseFilter> ? {
  readonly 'this is a filter: add it with addFilter': never;
} : T extends OrClass<ExceptionMapper<object>> ? {
  readonly 'this is an exception mapper: add it with addMapper': never;
} : unknown;

// resources/resources-factory
export interface ResourceKeys {
  rootPath: string;
  detailedJsonErrors: boolean;
  unsupportedMediaTypeStatus: number;
  validateResourceProperties: boolean;
  eventHeartbeat: Duration;
  multipart: MultipartFactory;
}

// resources/filters/resource-method
export interface ResourceMethod {
  readonly resource: abstract new (...args: never[]) => object;
  readonly name: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  isBoundTo(binding: NameBinding): boolean;
}

// resources/resource-model-error
export declare class ResourceModelError extends Error {
  readonly problems: readonly string[];
  readonly name = "ResourceModelError";
  readonly code = "KEELSON_RESOURCE_MODEL";
  constructor(problems: readonly string[]);
}

// resources/resource-registry
export declare class ResourceRegistry {
  constructor(services: ResourceServices);
  register<T extends object>(resource: T & Resource<T>): this;
  addFilter(filter: OrClass<RequestFilter | ResponseFilter>): this;
  addFeature(feature: OrClass<DynamicFeature>): this;
  addMapper(mapper: OrClass<ExceptionMapper<object>>): this;
  replaceMapper(mapper: OrClass<ExceptionMapper<object>>): this;
  addConverter(converter: OrClass<ParameterConverter<object>>): this;
  addReader(reader: OrClass<BodyReader>): this;
  addWriter(writer: OrClass<BodyWriter>): this;
  mount(): never;
  declaredMethods(): ReadonlySet<string>;
  contract(contextPath?: string): Contract;
  answerOf(error: ErrorClass): DocumentedAnswer | undefined;
  compile(settings: ResourceSettings): ResourceHandler;
  compileDry(settings: ResourceSettings): {
    readonly handler: ResourceHandler;
    readonly dryRun: DryRun;
  };
}

// resources/registered-components
export interface ResourceServices {
  readonly mapper: JsonMapper;
  readonly validator: Validator;
  readonly metrics?: MetricRegistry;
}

// resources/resource-settings
export interface ResourceSettings {
  readonly maxRequestBodySize?: number;
  readonly detailedJsonErrors?: boolean;
  readonly unsupportedMediaTypeStatus?: 406 | 415;
  readonly validateResourceProperties?: boolean;
  readonly eventHeartbeat?: number;
  readonly multipart?: MultipartLimits;
  readonly contextPath?: string;
  readonly access?: AccessSettings;
}

// resources/filters/filter
export declare class ResponseContext {
  entity: unknown;
  mediaType: MediaType | undefined;
  constructor(reply: OpenReply, 
  entity: unknown, 
  mediaType: MediaType | undefined);
  get status(): number;
  set status(status: number);
  header(name: string): string | readonly string[] | undefined;
  setHeader(name: string, value: string | readonly string[]): void;
  appendHeader(name: string, value: string): void;
  removeHeader(name: string): void;
}

// resources/filters/filter
export interface ResponseFilter {
  readonly priority?: number;
  filterResponse(request: RequestContext, response: ResponseContext): void | Promise<void>;
}

// contract/annotations/returns-annotation
export declare function Returns(status: number): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;
export declare function Returns<D extends Token>(type: D, options?: ReturnsOptions): <T extends object, K extends keyof T>(target: T, method: K & Answers<T, K, D>, descriptor: PropertyDescriptor) => void;

// contract/annotations/returns-annotation
export interface ReturnsOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

// contract/annotations/access-annotations
export interface RoleAnnotations<R extends string> {
  readonly RolesAllowed: (...roles: [R, ...R[]]) => ClassOrMethodAnnotation;
}

// contract/annotations/access-annotations
export declare function RolesAllowed(...roles: [string, ...string[]]): ClassOrMethodAnnotation;

// contract/annotations/access-annotations
export declare function ScopesAllowed(...scopes: [string, ...string[]]): ClassOrMethodAnnotation;

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

// resources/events/server-event
export interface ServerEvent<T = unknown> {
  readonly data?: T | undefined;
  readonly id?: string | number | undefined;
  readonly event?: string | undefined;
  readonly retry?: Duration | string | undefined;
}

// resources/events/server-event
export declare class ServerEventError extends Error {
  readonly name = "ServerEventError";
  readonly code = "KEELSON_SERVER_EVENT";
  constructor(problem: string, fix: string);
}

// resources/bodies/streaming-output
export declare class StreamingOutput implements AsyncIterable<ReplyBody> {
  constructor(produce: (write: WritePiece) => Promise<void>);
  [Symbol.asyncIterator](): AsyncGenerator<ReplyBody, void, undefined>;
}

// contract/annotations/access-annotations
export type TakesInstance<P, A> = [P] extends [A] ? unknown : [Optional<P>] extends [A] ? unknown : {
  readonly 'this parameter cannot hold the principal': P;
};

// contract/annotations/access-annotations
export type TakesPrincipal<A> = [A] extends [Principal | Optional<Principal>] ? unknown : {
  readonly '@Auth stands on a principal (an object with a name) or an Optional of one, not on': A;
};

// contract/annotations/throws-annotation
export declare function Throws(type: ErrorClass, { status, when }?: ThrowsOptions): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;

// contract/annotations/throws-annotation
export interface ThrowsOptions {
  readonly status?: number;
  readonly when?: string;
}

// contract/annotations/method-annotations
export declare function Timeout(limit: Duration | string): ClassOrMethodAnnotation;

// resources/events/topic
export declare class Topic<T> {
  readonly name: string;
  constructor(name: string, mapper: JsonMapper, { keep, slowReaders }?: TopicOptions);
  get published(): number;
  get subscribers(): number;
  get dropped(): number;
  publish(data: T, { event }?: {
    readonly event?: string;
  }): void;
  subscribe({ after }?: {
    readonly after?: string | undefined;
  }): AsyncIterableIterator<ServerEvent<T>>;
}

// resources/events/topic
export interface TopicOptions {
  readonly keep?: number;
  readonly slowReaders?: 'drop' | 'close';
}

// resources/events/topic-registry
export declare class TopicRegistry {
  constructor(mapper: JsonMapper, metrics?: MetricRegistry | undefined);
  create<K extends Token>(name: string, _type: K, options?: TopicOptions): Topic<Described<K>>;
}

// resources/parameters/wrapper-params
export declare class UUIDParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): string;
}

// resources/multipart/stored-file
export declare class UploadGoneError extends Error {
  readonly name = "UploadGoneError";
  readonly code = "KEELSON_UPLOAD_GONE";
  constructor(field: string);
}

// http/uploaded-file
export declare abstract class UploadedFile {
  abstract readonly field: string;
  abstract readonly name: string;
  abstract readonly declaredType: string;
  abstract readonly type: string;
  abstract readonly size: number;
  abstract stream(): Readable;
  abstract bytes(): Promise<Buffer>;
  abstract moveTo(path: string): Promise<void>;
}

// contract/resource-uri
export interface UriOptions {
  readonly query?: Readonly<Record<string, UriValue | readonly UriValue[] | undefined>>;
  readonly contextPath?: string;
}

// contract/resource-uri
export type UriValue = string | number | bigint | boolean;

// http/error-message
export declare class ValidationErrorMessage {
  readonly errors: readonly string[];
  constructor(errors: readonly string[]);
  toJson(): string;
  toText(): string;
}

// resources/bodies/streaming-output
export type WritePiece = (piece: ReplyBody) => Promise<void>;

// resources/bodies/body-reader
export type WrittenBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

// resources/parameters/time-params
export declare class YearMonthParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): string;
}

// resources/parameters/time-params
export declare class YearParam extends AbstractParam<number> {
  static readonly jsonSchema: JsonSchema;
  protected parse(raw: string): number;
}

// resources/parameters/time-params
export declare class ZoneIdParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema;
  static readonly jsonSchemaIsWider = true;
  protected parse(raw: string): string;
  protected errorMessage(): string;
}

// contract/annotations/name-binding
export declare function nameBinding(name: string): NameBinding;

// resources/parameters/parameter-annotation
export declare function parameterAnnotation<V>(name: string, find: (request: RequestContext) => V): ParameterAnnotation<V>;

// contract/annotations/access-annotations
export declare function roles<const R extends string>(..._known: readonly R[]): RoleAnnotations<R>;

// contract/resource-uri
export declare function uriOf<T extends object>(resource: abstract new (...args: never[]) => T, method: keyof T & string, values?: Readonly<Record<string, UriValue>>, options?: UriOptions): string;

// resources/resources-factory
export declare function withResourceKeys<S extends object>(section: new () => S): new () => S & ResourceKeys;
