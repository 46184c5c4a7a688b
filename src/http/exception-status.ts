import * as exceptions from './web-application-exception.js';

/** The status that exceptions of a class are answered with; undefined where each of them has its own. */
export function statusOfException(type: ErrorClass): number | undefined {
  const { prototype } = type;
  for (const [exception, status] of statuses)
    if (prototype === exception.prototype || Object.prototype.isPrototypeOf.call(exception.prototype, prototype)) return status;
  return undefined;
}

/** The class of an error, whatever its constructor takes. */
export interface ErrorClass {
  readonly name: string;
  readonly prototype: object;
}

const statuses: readonly (readonly [ErrorClass, number])[] = [
  [exceptions.BadRequestException, 400],
  [exceptions.NotAuthorizedException, 401],
  [exceptions.ForbiddenException, 403],
  [exceptions.NotFoundException, 404],
  [exceptions.NotAllowedException, 405],
  [exceptions.NotAcceptableException, 406],
  [exceptions.RequestTimeoutException, 408],
  [exceptions.ConflictException, 409],
  [exceptions.GoneException, 410],
  [exceptions.PreconditionFailedException, 412],
  [exceptions.ContentTooLargeException, 413],
  [exceptions.NotSupportedException, 415],
  [exceptions.UnprocessableContentException, 422],
  [exceptions.TooManyRequestsException, 429],
  [exceptions.InternalServerErrorException, 500],
  [exceptions.ServiceUnavailableException, 503],
];
