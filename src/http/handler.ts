import type { Exchange } from './exchange.js';

/** Answers an exchange, or hands it on. A promise only where the handler waits. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

/** Puts something around a handler: what it returns does its part and calls `next`, or answers itself. */
export type Wrap = (next: Handler) => Handler;

/** True for a handler that answers through the request and response of node's own server, so that node has to read its requests. */
export function needsNodeServer(handler: Handler): boolean {
  return (handler as { readonly [nodeServerKey]?: true })[nodeServerKey] === true;
}

/** Marks a handler as one of these. */
export function onNodeServer(handler: Handler): Handler {
  return Object.assign(handler, { [nodeServerKey]: true });
}

const nodeServerKey = Symbol('needs node server');
