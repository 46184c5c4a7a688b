export { ContextKey } from '../contract/annotations/context-key.js';
export { LoggingFields } from './logging-fields.js';
export {
  Auth,
  Authenticated,
  Authorize,
  DenyAll,
  PermitAll,
  RolesAllowed,
  ScopesAllowed,
  roles,
} from '../contract/annotations/access-annotations.js';
export type {
  AccessAnnotation,
  AuthAnnotation,
  RoleAnnotations,
  TakesInstance,
  TakesPrincipal,
} from '../contract/annotations/access-annotations.js';
export { CacheControl, MaxBodySize, Timeout } from '../contract/annotations/method-annotations.js';
export { Deprecated } from '../contract/annotations/deprecated-annotation.js';
export type { DeprecatedAnnotation, DeprecatedOptions } from '../contract/annotations/deprecated-annotation.js';
export { Throws } from '../contract/annotations/throws-annotation.js';
export type { ThrowsOptions } from '../contract/annotations/throws-annotation.js';
export { Returns } from '../contract/annotations/returns-annotation.js';
export type { BodyOf, ReturnsOptions } from '../contract/annotations/returns-annotation.js';
export { nameBinding } from '../contract/annotations/name-binding.js';
export type { NameBinding } from '../contract/annotations/name-binding.js';
export {
  BeanParam,
  Context,
  CookieParam,
  DefaultValue,
  FormParam,
  HeaderParam,
  PathParam,
  QueryParam,
} from '../contract/annotations/parameter-annotations.js';
export { FormFile, Parts } from '../contract/annotations/upload-annotations.js';
export type { FormFileOptions } from '../contract/annotations/upload-annotations.js';
export { UploadedFile } from '../http/uploaded-file.js';
export type { Part } from '../http/uploaded-file.js';
export { MultipartFactory } from './multipart/multipart-factory.js';
export type { MultipartLimits } from './multipart/multipart-factory.js';
export { UploadGoneError } from './multipart/stored-file.js';
export type { ContextAnnotation, ParameterSource } from '../contract/annotations/parameter-annotations.js';
export {
  Consumes,
  DELETE,
  GET,
  HEAD,
  HttpMethod,
  OPTIONS,
  PATCH,
  POST,
  PUT,
  Path,
  Produces,
} from '../contract/annotations/routing-annotations.js';
export type { ClassOrMethodAnnotation, MethodAnnotation } from '../contract/annotations/routing-annotations.js';
export type { BodyClass, BodyReader, BodyWriter, WrittenBody } from './bodies/body-reader.js';
export { NoBodyWriterError } from './bodies/body-writers.js';
export { StreamingOutput } from './bodies/streaming-output.js';
export type { WritePiece } from './bodies/streaming-output.js';
export { ServerEventError } from './events/server-event.js';
export type { ServerEvent } from './events/server-event.js';
export { Topic } from './events/topic.js';
export type { TopicOptions } from './events/topic.js';
export { TopicRegistry } from './events/topic-registry.js';
export { ErrorMessage, ValidationErrorMessage } from '../http/error-message.js';
export type { DocumentedAnswer } from './exceptions/documented-answer.js';
export type { ExceptionMapper } from './exceptions/exception-mapper.js';
export { InvalidExchangeException, MalformedBodyException } from './exceptions/invalid-request.js';
export { ResponseContext } from './filters/filter.js';
export type { DynamicFeature, FilterCollector, RequestFilter, ResponseFilter } from './filters/filter.js';
export { RequestContext } from './filters/request-context.js';
export type { ResourceMethod } from './filters/resource-method.js';
export { SecurityContext } from '../http/security-context.js';
export { ResourceModelError } from './resource-model-error.js';
export { AbstractParam } from './parameters/abstract-param.js';
export { parameterAnnotation } from './parameters/parameter-annotation.js';
export type { ParameterAnnotation } from './parameters/parameter-annotation.js';
export type { ParameterConverter } from './parameters/parameter-converters.js';
export { ParameterFormatException } from './parameters/parameter-format-exception.js';
export {
  DateTimeParam,
  EpochMillisecondsParam,
  EpochSecondsParam,
  InstantParam,
  LocalDateParam,
  LocalDateTimeParam,
  LocalTimeParam,
  YearMonthParam,
  YearParam,
  ZoneIdParam,
} from './parameters/time-params.js';
export {
  BooleanParam,
  DataSizeParam,
  DurationParam,
  IntParam,
  LongParam,
  NonEmptyStringParam,
  UUIDParam,
} from './parameters/wrapper-params.js';
export type { ResourceServices } from './registered-components.js';
export { ResourceRegistry } from './resource-registry.js';
export type { OrClass, Resource } from './resource-registry.js';
export type { ResourceSettings } from './resource-settings.js';
export { withResourceKeys } from './resources-factory.js';
export type { ResourceKeys } from './resources-factory.js';
export { uriOf } from '../contract/resource-uri.js';
export type { UriOptions, UriValue } from '../contract/resource-uri.js';
