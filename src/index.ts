export { HealthCheck, HealthResult } from './health/index.js';
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
