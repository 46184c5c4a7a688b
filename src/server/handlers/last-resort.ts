import { randomBytes } from 'node:crypto';

import { sendError } from '../../http/error-reply.js';
import { BodyAbortedError, BodyTooLargeError, ReplyAbortedError } from '../../http/exchange.js';
import type { Exchange } from '../../http/exchange.js';
import { WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';

const log = getLogger('keelson.server.Server');

/** Answers what no handler answered: whatever happens above, the client gets a reply or a closed connection, and the log the reason. */
export function answerFailure(exchange: Exchange, thrown: unknown): void {
  try {
    answer(exchange, thrown);
  } catch (again) {
    log.error('Unable to answer a failed request', again);
    exchange.reply.abort();
  }
}

function answer(exchange: Exchange, thrown: unknown): void {
  const { reply } = exchange;
  if (thrown instanceof BodyAbortedError || thrown instanceof ReplyAbortedError) {
    log.debug('%s %s: %s', exchange.method, exchange.path, thrown.message);
    reply.abort();
  } else if (reply.committed) {
    log.error('Error after the reply had begun: %s %s', exchange.method, exchange.path, thrown);
    reply.abort();
  } else {
    for (const name of reply.headerNames()) if (name.toLowerCase() !== 'x-request-id') reply.removeHeader(name);
    if (thrown instanceof BodyTooLargeError) sendError(exchange, 413);
    else if (thrown instanceof WebApplicationException) {
      thrown.reply.applyHead(reply);
      sendError(exchange, thrown.status, thrown.message);
    } else answerUnexpected(exchange, thrown);
  }
}

// The client learns nothing but an ID, by which an operator finds the reason in the log.
function answerUnexpected({ reply }: Exchange, thrown: unknown): void {
  const id = randomBytes(8).toString('hex');
  log.error('Error handling a request: %s', id, thrown);
  reply.status = 500;
  reply.setHeader('Content-Type', 'text/plain;charset=utf-8');
  reply.end(`There was an error processing your request. It has been logged (ID ${id}).`);
}
