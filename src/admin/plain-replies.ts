import type { Exchange } from '../http/exchange.js';
import type { Handler } from '../http/handler.js';
import { NotAllowedException } from '../http/web-application-exception.js';

/** Answers with text that is not cacheable, as everything on the admin port. */
export function sendText(exchange: Exchange, status: number, text: string): void {
  send(exchange, status, 'text/plain;charset=utf-8', text);
}

export function sendHtml(exchange: Exchange, html: string): void {
  exchange.reply.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  exchange.reply.setHeader('X-Content-Type-Options', 'nosniff');
  send(exchange, 200, 'text/html;charset=utf-8', html);
}

/** As JSON, indented where the query says `pretty=true`. */
export function sendJson(exchange: Exchange, status: number, value: unknown): void {
  const indent = new URLSearchParams(exchange.rawQuery).get('pretty') === 'true' ? 2 : undefined;
  send(exchange, status, 'application/json', JSON.stringify(value, undefined, indent));
}

export function send({ reply }: Exchange, status: number, type: string, body: string): void {
  reply.status = status;
  reply.setHeader('Content-Type', type);
  reply.setHeader('Cache-Control', 'must-revalidate,no-cache,no-store');
  reply.end(body);
}

/** Lets GET and HEAD through and answers everything else with 405. */
export function readOnly(handler: Handler): Handler {
  return (exchange) => {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') throw new NotAllowedException({ allowed: ['GET', 'HEAD'] });
    return handler(exchange);
  };
}
