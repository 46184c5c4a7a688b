export { Application, Bootstrap, Command, CommandArguments, Configuration, Environment } from './application/index.js';
export type { Bundle, CommandSyntax } from './application/index.js';
export { ConfiguredCommand, EnvironmentCommand, run } from './commands/index.js';
export { AssetsBundle } from './assets/index.js';
export { PostBodyTask, Task } from './admin/index.js';
export type { TaskOutput } from './admin/index.js';
export { HealthCheck, HealthResult } from './health/index.js';
export { JobPool, Lifecycle, WorkerPool } from './lifecycle/index.js';
export type { Closeable, Managed } from './lifecycle/index.js';
export { Level, LoggingContext, LoggingFactory, getLogger } from './logging/index.js';
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
  JsonMapper,
  JsonMappingError,
  JsonPolymorphic,
  JsonProperty,
  JsonSnakeCase,
  JsonTypeName,
  Long,
  Secret,
  Subtypes,
  mapOf,
  enumOf,
  lazy,
  listOf,
  recordOf,
  optional,
  setOf,
} from './json/index.js';
export {
  ConstraintViolationException,
  Default,
  Each,
  Email,
  Length,
  Max,
  Min,
  NotBlank,
  NotEmpty,
  NotNull,
  OneOf,
  Pattern,
  Size,
  UnwrapValidatedValue,
  Valid,
  Validated,
  ValidationMethod,
  constraint,
  group,
} from './validation/index.js';
export {
  AbstractParam,
  BeanParam,
  BooleanParam,
  CacheControl,
  Consumes,
  Context,
  ContextKey,
  CookieParam,
  DELETE,
  DataSizeParam,
  DateTimeParam,
  DefaultValue,
  DurationParam,
  FormParam,
  GET,
  HEAD,
  HeaderParam,
  HttpMethod,
  InstantParam,
  IntParam,
  LocalDateParam,
  LongParam,
  MaxBodySize,
  NonEmptyStringParam,
  OPTIONS,
  PATCH,
  POST,
  PUT,
  Path,
  PathParam,
  Produces,
  QueryParam,
  RequestContext,
  ResponseContext,
  SecurityContext,
  StreamingOutput,
  Timeout,
  UUIDParam,
  nameBinding,
  uriOf,
} from './resources/index.js';
export type { BodyReader, BodyWriter, DynamicFeature, ExceptionMapper, RequestFilter, ResponseFilter } from './resources/index.js';
export { DefaultServerFactory, InMemoryEngine, ServerFactory, SimpleServerFactory, fetchHandler, nodeHandler } from './server/index.js';
