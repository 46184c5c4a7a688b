import { sendError } from '../../http/error-reply.js';
import type { Handler } from '../../http/handler.js';

/** Answers 405 to methods that the server does not take at all. */
export function allowedMethodsHandler(next: Handler, methods: Iterable<string>): Handler {
  const allowed = new Set(methods);
  const text = [...allowed].join(', ');
  return (exchange) => {
    if (allowed.has(exchange.method)) return next(exchange);
    exchange.reply.setHeader('Allow', text);
    sendError(exchange, 405);
  };
}
