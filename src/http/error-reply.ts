import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

import { ErrorMessage } from './error-message.js';
import { BodyAbortedError, BodyTooLargeError, ReplyAbortedError } from './exchange.js';
import type { Exchange, OpenReply } from './exchange.js';
import { Reply } from './reply.js';
import { sendErrorMessage, sendReply } from './send-reply.js';
import { forbidsContent, reasonPhrase } from './status.js';
import { WebApplicationException } from './web-application-exception.js';

/** Where failures are logged: any logger. */
export interface FailureLog {
  error(message: string, ...args: readonly unknown[]): void;
  debug(message: string, ...args: readonly unknown[]): void;
}

/** What a part of the service adds to the way from a thrown value to a reply. */
export interface ErrorAnswering {
  readonly log: FailureLog;
  /** Looks for a mapper of the application's; undefined leaves the value to {@link errorReply}. */
  readonly map?: (thrown: unknown) => Reply | Promise<Reply> | undefined;
  /** Sends the reply, through response filters for instance; {@link sendReply} unless given. */
  readonly send?: (reply: Reply) => void | Promise<void>;
}

/**
 * Answers an exchange with what was thrown: the one way from a thrown value to a reply, for resources, mounted handlers, the admin port and the
 * engines' last resort. Never throws and never rejects.
 *
 * A client that is gone gets nothing, and where the reply has begun only the connection can be ended.
 */
export function answerError(exchange: Exchange, thrown: unknown, { log, map, send }: ErrorAnswering): void | Promise<void> {
  if (exchange.reply.committed || isClientGone(thrown, exchange)) return breakOff(exchange, thrown, log);
  try {
    forgetContent(exchange.reply);
    const reply = map?.(thrown) ?? errorReply(thrown, log, exchange);
    const deliver = (settled: Reply): void | Promise<void> => (send === undefined ? sendReply(exchange, settled) : send(settled));
    const sent = reply instanceof Reply ? deliver(reply) : Promise.resolve(reply).then(deliver);
    return sent?.catch((second: unknown) => answerBriefly(exchange, second, log));
  } catch (second) {
    return answerBriefly(exchange, second, log);
  }
}

/**
 * The reply to a thrown value that no mapper claims, and its line in the log. A {@link WebApplicationException} is sent as built, with the error
 * body where it has none. Of anything unexpected the client learns only an ID, under which the log has the rest.
 */
export function errorReply(thrown: unknown, log: FailureLog, { method, path }: Pick<Exchange, 'method' | 'path'>): Reply {
  if (thrown instanceof WebApplicationException) {
    const { reply, status } = thrown;
    // "Try again later" is an answer, not a failure: the request log has it.
    if (status === 503) log.debug('%s %s was answered with 503: %s', method, path, thrown.message);
    else if (status >= 500) log.error('%s %s was answered with %d', method, path, status, thrown);
    const speaksForItself = reply.entity !== undefined || forbidsContent(status) || (status >= 300 && status < 400);
    return speaksForItself ? reply : reply.body(new ErrorMessage(status, thrown.message));
  }
  if (thrown instanceof BodyTooLargeError) return bareError(413);
  if (thrown instanceof BodyAbortedError) return bareError(400);
  return unexpectedReply(thrown, log);
}

/**
 * Answers with the error body that all parts share: `{"code":404,"message":"HTTP 404 Not Found"}`, or the message as text where the client
 * prefers text/plain or accepts neither. Headers that were set before are kept.
 */
export function sendError(exchange: Exchange, status: number, message = `HTTP ${status} ${reasonPhrase(status)}`): void {
  exchange.reply.status = status;
  sendErrorMessage(exchange, new ErrorMessage(status, message));
}

/** The client must not take a part for the whole. If it has left, there is nothing to report. */
function breakOff(exchange: Exchange, thrown: unknown, log: FailureLog): void {
  if (isClientGone(thrown, exchange) || thrown instanceof BodyAbortedError) {
    log.debug('%s %s: the client left before it was answered', exchange.method, exchange.path);
  } else logUnexpected(thrown, log);
  exchange.reply.abort();
}

/** A mapper, a filter or a writer failed over an error: answers without any of them. */
function answerBriefly(exchange: Exchange, thrown: unknown, log: FailureLog): void {
  if (exchange.reply.committed) return breakOff(exchange, thrown, log);
  try {
    forgetContent(exchange.reply);
    sendReply(exchange, unexpectedReply(thrown, log));
  } catch (again) {
    log.error('Unable to answer a failed request', again);
    exchange.reply.abort();
  }
}

function unexpectedReply(thrown: unknown, log: FailureLog): Reply {
  const id = logUnexpected(thrown, log);
  return Reply.status(500)
    .type('text/plain;charset=utf-8')
    .body(`There was an error processing your request. It has been logged (ID ${id}).`);
}

function logUnexpected(thrown: unknown, log: FailureLog): string {
  const id = randomBytes(8).toString('hex');
  const error = thrown instanceof Error ? thrown : new Error(`something that is not an Error was thrown: ${inspect(thrown)}`);
  log.error('Error handling a request: %s', id, error);
  return id;
}

/** True for the engine's own error, and for what code throws that was given the request's signal: `fetch(url, { signal })`. */
function isClientGone(thrown: unknown, exchange: Exchange): boolean {
  if (thrown instanceof ReplyAbortedError) return true;
  return thrown instanceof Error && thrown.name === 'AbortError' && exchange.signal.aborted;
}

/** Removes headers that describe the content of another reply. Those of the port stay: request ID, CORS, security headers. */
function forgetContent(reply: OpenReply): void {
  for (const name of reply.headerNames()) if (aboutContent.has(name.toLowerCase())) reply.removeHeader(name);
}

function bareError(status: number): Reply {
  return Reply.status(status).body(new ErrorMessage(status, `HTTP ${status} ${reasonPhrase(status)}`));
}

const aboutContent: ReadonlySet<string> = new Set([
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'location',
]);
