import type { Listener } from '../../src/server/engines/engine.js';

/** A client that costs more than it should, in the words of its protocol. Each method opens a connection of its own. */
export interface LimitClient {
  /** Connects and sends nothing; resolves when the server has closed the connection. */
  staySilent(listener: Listener): Promise<void>;
  /** Begins a request and never ends its head; resolves with the status, or 0 where the connection is just closed. */
  leaveHeadUnfinished(listener: Listener): Promise<number>;
  /** Announces a body and sends nothing of it, or a byte now and then; resolves when the stream or connection is over. */
  leaveBodyUnfinished(listener: Listener, manner: 'silent' | 'dripping'): Promise<number>;
  /** Gets one answer and keeps the connection; resolves when the server has closed it. */
  stayIdle(listener: Listener): Promise<void>;
  /** Asks and reads nothing of the reply; resolves when the server has ended the stream or the connection. */
  readNothing(listener: Listener): Promise<void>;
  /** Opens that many connections with a request on each, and resolves with the number of those that were answered. */
  connectOften(listener: Listener, connections: number): Promise<number>;
  /** Sends a request with these headers; resolves with its status and body. */
  ask(listener: Listener, path: string, headers: readonly (readonly [string, string])[]): Promise<readonly [number, string]>;
  /** Sends a body of that size without end; resolves with the status when the stream or connection is over. */
  sendTooMuch(listener: Listener): Promise<number>;
  close(): void;
}
