import type { Exchange } from './exchange.js';

/** Answers an exchange, or hands it on. A promise only where the handler waits. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

/** A handler that sees paths as if it were at the root, mounted below a prefix ("/api"; empty for the root itself). */
export function withinContext(prefix: string, handler: Handler): Handler {
  if (prefix === '') return handler;
  return (exchange) => {
    exchange.enterContext(prefix);
    return handler(exchange);
  };
}
