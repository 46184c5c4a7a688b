import { qualityOf } from './accept.js';
import type { Exchange } from './exchange.js';
import { MediaType } from './media-type.js';
import { reasonPhrase } from './status.js';

/**
 * Answers with the error body that all parts share: `{"code":404,"message":"HTTP 404 Not Found"}`, or the message as text where the client
 * prefers text/plain or accepts neither. Headers that were set before are kept.
 */
export function sendError(exchange: Exchange, status: number, message = `HTTP ${status} ${reasonPhrase(status)}`): void {
  const { reply } = exchange;
  reply.status = status;
  if (prefersText(exchange.headers.get('accept'))) {
    reply.setHeader('Content-Type', 'text/plain;charset=utf-8');
    reply.end(message);
  } else {
    reply.setHeader('Content-Type', 'application/json');
    reply.end(JSON.stringify({ code: status, message }));
  }
}

function prefersText(accept: string | undefined): boolean {
  return qualityOf(accept, MediaType.text) > qualityOf(accept, MediaType.json) || qualityOf(accept, MediaType.json) === 0;
}
