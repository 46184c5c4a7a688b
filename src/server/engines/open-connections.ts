import type { ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';

import type { DrainReport } from './engine.js';

/**
 * The connections of a listener, and how they come to an end without losing a request:
 *
 * ```
 *   stopAccepting ──► busy connection ── reply says "Connection: close" ──► closed by it
 *                 └─► idle connection ── a request still comes ──► busy, as above
 *                                     └─ none for a moment ──► closed
 *   deadline ───────► whatever is left is cut off
 * ```
 *
 * The moment matters: a client that reuses its connection may have sent a request just before it learns that we closed it. A busy client
 * sends its next request within that moment and is told; only connections that are really quiet are closed from our side.
 */
export class OpenConnections {
  private readonly connections = new Set<Socket>();
  /** What lies below TLS: a handshake that never ends must not keep the process from ending. */
  private readonly transports = new Set<Socket>();
  private draining = false;
  private allClosed: (() => void) | undefined = undefined;

  /** How long an idle connection is listened to after the stop, in milliseconds. */
  constructor(private readonly quietTime = 250) {}

  /** Keeps book of the server's connections: one entry per connection, nothing per request but {@link busyWith}. */
  watch(server: Server, transport: 'plain' | 'tls'): void {
    server.on(transport === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.track(socket, this.connections);
      if (this.draining) this.closeWhenQuiet(socket);
    });
    if (transport === 'tls') server.on('connection', (socket: Socket) => this.track(socket, this.transports));
  }

  get size(): number {
    return this.connections.size;
  }

  /** How many connections are answering a request. */
  get busy(): number {
    let count = 0;
    for (const socket of this.connections) if (isBusy(socket)) count++;
    return count;
  }

  /** Ends connections as they fall idle; at the deadline cuts off the rest. */
  async drain(deadline: AbortSignal): Promise<DrainReport> {
    this.draining = true;
    for (const socket of this.connections) this.closeWhenQuiet(socket);
    if (this.connections.size > 0 && !deadline.aborted) {
      await new Promise<void>((resolve) => {
        this.allClosed = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    const cutOff = this.busy;
    for (const socket of [...this.connections, ...this.transports]) socket.destroy();
    return { cutOff };
  }

  private track(socket: Socket, set: Set<Socket>): void {
    set.add(socket);
    socket.once('close', () => {
      set.delete(socket);
      if (this.connections.size === 0) this.allClosed?.();
    });
  }

  private closeWhenQuiet(socket: Socket): void {
    const seen = socket.bytesRead;
    const timer = setTimeout(() => {
      if (socket.destroyed) return;
      if (isBusy(socket)) {
        // Its reply may have begun before the stop, so that it could not say that the connection ends.
        currentReply(socket)!.once('close', () => this.closeWhenQuiet(socket));
      } else if (socket.bytesRead !== seen) this.closeWhenQuiet(socket);
      else end(socket);
    }, this.quietTime);
    socket.once('close', () => clearTimeout(timer));
  }
}

/** Tells which reply a connection is busy with; replies go out in order, so that the latest is the last. */
export function busyWith(socket: Socket, reply: ServerResponse): void {
  (socket as Tracked)[currentKey] = reply;
}

/** True for a connection that we have ended: a request that still arrives on it cannot be answered and must not be begun. */
export function isEnded(socket: Socket): boolean {
  return socket.writableEnded;
}

const currentKey = Symbol('reply in progress');

interface Tracked extends Socket {
  [currentKey]?: ServerResponse;
}

function currentReply(socket: Socket): ServerResponse | undefined {
  return (socket as Tracked)[currentKey];
}

function isBusy(socket: Socket): boolean {
  const reply = currentReply(socket);
  return reply !== undefined && !reply.closed && !reply.writableFinished;
}

// We say that we are done and wait a moment for the other side to say so too; a reset could reach the client before our last reply.
function end(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), 500);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}
