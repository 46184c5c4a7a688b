export { HealthCheck, HealthResult } from './health/index.js';
export { ExceptionMetered, Metered, MetricRegistry, Timed } from './metrics/index.js';
export { DataSize, Duration, Optional } from './values/index.js';
export {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  InternalServerErrorException,
  MediaType,
  NotAcceptableException,
  NotAllowedException,
  NotAuthorizedException,
  NotFoundException,
  NotSupportedException,
  RedirectionException,
  Reply,
  ServiceUnavailableException,
  WebApplicationException,
} from './http/index.js';
export {
  Int,
  Json,
  JsonIgnore,
  JsonPolymorphic,
  JsonProperty,
  JsonSnakeCase,
  JsonTypeName,
  Long,
  Secret,
  Subtypes,
  dictionaryOf,
  enumOf,
  lazy,
  listOf,
  mapOf,
  optional,
  setOf,
} from './json/index.js';
