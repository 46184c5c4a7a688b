import type { Exchange } from './exchange.js';

/** Answers an exchange, or hands it on. A promise only where the handler waits. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

/** Puts something around a handler: what it returns does its part and calls `next`, or answers itself. */
export type Wrap = (next: Handler) => Handler;

/** A handler that sees paths as if it were at the root, mounted below a prefix ("/api"; empty for the root itself). */
export function withinContext(prefix: string, handler: Handler): Handler {
  if (prefix === '') return handler;
  return (exchange) => {
    exchange.enterContext(prefix);
    return handler(exchange);
  };
}
