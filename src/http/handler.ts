import type { Exchange } from './exchange.js';

/** Answers an exchange, or hands it on. A promise only where the handler waits. */
export type Handler = (exchange: Exchange) => void | Promise<void>;
