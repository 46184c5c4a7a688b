import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import { BodyAbortedError, BodyTooLargeError } from '../../http/exchange.js';
import { MediaType } from '../../http/media-type.js';
import { Reply } from '../../http/reply.js';
import { forbidsContent } from '../../http/status.js';
import { ContentTooLargeException, WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import { ConstraintViolationException } from '../../validation/constraint-violation-exception.js';
import { describeViolation } from '../../validation/violation.js';
import { ErrorMessage, ValidationErrorMessage } from './error-message.js';
import type { ExceptionMapper } from './exception-mapper.js';
import { InvalidExchangeException, MalformedBodyException } from './invalid-request.js';

const log = getLogger('keelson.resources');

/** What becomes of exceptions where the application has no mapper of its own. */
export function defaultMappers({ detailedJsonErrors }: { readonly detailedJsonErrors: boolean }): readonly ExceptionMapper<object>[] {
  return [
    mapper(WebApplicationException, webApplicationReply),
    mapper(ConstraintViolationException, violationReply),
    mapper(MalformedBodyException, (thrown) => {
      log.debug('Unable to process JSON: %s', thrown.details);
      return Reply.status(400).body(new ErrorMessage(400, thrown.message, detailedJsonErrors ? thrown.details : undefined));
    }),
    mapper(BodyTooLargeError, (thrown) => webApplicationReply(new ContentTooLargeException(undefined, { cause: thrown }))),
    mapper(BodyAbortedError, () => Reply.status(400)),
  ];
}

/** The safe answer to what nobody expected: nothing of it reaches the client but the number under which it was logged. */
export function unhandledReply(thrown: unknown): Reply {
  const id = logUnhandled(thrown);
  return Reply.status(500).type(MediaType.text).body(`There was an error processing your request. It has been logged (ID ${id}).`);
}

/** Logs with the stack trace, and yields the number to find it by. */
export function logUnhandled(thrown: unknown): string {
  const id = randomBytes(8).toString('hex');
  log.error(
    'Error handling a request: %s',
    id,
    thrown instanceof Error ? thrown : new Error(`something that is no Error was thrown: ${inspect(thrown)}`),
  );
  return id;
}

/** The reply that an exception carries, with the error body where it has none of its own. */
export function webApplicationReply(thrown: WebApplicationException): Reply {
  const { reply, status } = thrown;
  if (status >= 500) logUnhandled(thrown);
  const speaksForItself = reply.entity !== undefined || forbidsContent(status) || (status >= 300 && status < 400);
  return speaksForItself ? reply : reply.body(new ErrorMessage(status, thrown.message));
}

function violationReply(thrown: ConstraintViolationException): Reply {
  if (!(thrown instanceof InvalidExchangeException))
    return Reply.status(422).body(new ValidationErrorMessage(thrown.violations.map(describeViolation)));
  if (thrown.status === 500) log.debug('Object validation failure: %s', thrown.message);
  return Reply.status(thrown.status).body(new ValidationErrorMessage(thrown.messages));
}

function mapper<E extends object>(type: abstract new (...args: never[]) => E, toReply: (thrown: E) => Reply): ExceptionMapper<object> {
  // The registry hands a mapper only what is of its class.
  return { type, toReply: (thrown) => toReply(thrown as E) };
}
