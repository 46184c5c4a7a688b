import type { Exchange } from './exchange.js';

/** Answers an exchange, or hands it on. A promise only where the handler waits. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

/** Puts something around a handler: what it returns does its part and calls `next`, or answers itself. */
export type Wrap = (next: Handler) => Handler;
