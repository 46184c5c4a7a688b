import { sendError } from '../../http/error-reply.js';
import type { Handler } from '../../http/handler.js';

/** Answers 405 to methods that the server does not take at all, and "OPTIONS *", which asks for those that it does (RFC 9110 §9.3.7). */
export function allowedMethodsHandler(next: Handler, methods: Iterable<string>): Handler {
  const allowed = new Set(methods);
  const text = [...allowed].join(', ');
  return (exchange) => {
    if (exchange.path === '*') {
      exchange.reply.status = 204;
      exchange.reply.setHeader('Allow', text);
      exchange.reply.end();
      return undefined;
    }
    if (allowed.has(exchange.method)) return next(exchange);
    exchange.reply.setHeader('Allow', text);
    sendError(exchange, 405);
    return undefined;
  };
}
