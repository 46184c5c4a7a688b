import { ErrorMessage, ValidationErrorMessage } from '../../http/error-message.js';
import { errorReply } from '../../http/error-reply.js';
import { BodyAbortedError, BodyTooLargeError } from '../../http/exchange.js';
import { Reply } from '../../http/reply.js';
import { WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import { ConstraintViolationException } from '../../validation/constraint-violation-exception.js';
import { describeViolation } from '../../validation/violation.js';
import type { RequestContext } from '../filters/request-context.js';
import type { ExceptionMapper } from './exception-mapper.js';
import { InvalidExchangeException, MalformedBodyException } from './invalid-request.js';

const log = getLogger('keelson.resources');

/** What becomes of exceptions where the application has no mapper of its own. */
export function defaultMappers({ detailedJsonErrors }: { readonly detailedJsonErrors: boolean }): readonly ExceptionMapper<object>[] {
  return [
    // Listed here so that a mapper for Error leaves these classes alone: the nearest class wins.
    mapper(WebApplicationException, answered),
    mapper(BodyTooLargeError, answered),
    mapper(BodyAbortedError, answered),
    mapper(ConstraintViolationException, violationReply),
    mapper(MalformedBodyException, (thrown) => {
      log.debug('Unable to process JSON: %s', thrown.details);
      return Reply.status(400).body(new ErrorMessage(400, thrown.message, detailedJsonErrors ? thrown.details : undefined));
    }),
  ];
}

function answered(thrown: Error, context: RequestContext): Reply {
  return errorReply(thrown, log, context);
}

function violationReply(thrown: ConstraintViolationException): Reply {
  if (!(thrown instanceof InvalidExchangeException))
    return Reply.status(422).body(new ValidationErrorMessage(thrown.violations.map(describeViolation)));
  if (thrown.status === 500) log.debug('Object validation failure: %s', thrown.message);
  return Reply.status(thrown.status).body(new ValidationErrorMessage(thrown.messages));
}

function mapper<E extends object>(
  type: abstract new (...args: never[]) => E,
  toReply: (thrown: E, context: RequestContext) => Reply,
): ExceptionMapper<object> {
  // The registry hands a mapper only what is of its class.
  return { type, toReply: (thrown, context) => toReply(thrown as E, context) };
}
