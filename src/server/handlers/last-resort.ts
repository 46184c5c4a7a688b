import { answerError } from '../../http/error-reply.js';
import type { Exchange } from '../../http/exchange.js';
import { getLogger } from '../../logging/get-logger.js';

const log = getLogger('keelson.server.Server');

/** Answers what a handler threw and nothing above it answered: the client gets a reply or a closed connection, and the log the reason. */
export function answerFailure(exchange: Exchange, thrown: unknown): void {
  // Without mappers and writers of its own it never waits.
  void answerError(exchange, thrown, { log });
}
