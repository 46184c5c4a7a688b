import type { ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';

import type { DrainReport } from './engine.js';

/**
 * The connections of a listener, and how they come to an end without losing a request:
 *
 * ```
 *   stopAccepting ──► busy connection ── reply says "Connection: close" ──► closed by it
 *                 └─► idle connection ── a request still comes ──► busy, as above
 *                                     └─ quiet for long enough ──► closed
 *   deadline ───────► whatever is left is cut off
 * ```
 *
 * How long is enough matters: a client that reuses its connection may have sent a request just before it learns that we closed it. A client that
 * sends one request after another sends its next one within a second, and is told by the reply; a connection on which nothing has come for
 * some seconds is closed at once.
 */
export class OpenConnections {
  private readonly connections = new Set<Connection>();
  /** What lies below TLS: a handshake that never ends must not keep the process from ending. */
  private readonly transports = new Set<Socket>();
  private draining = false;
  private allClosed: (() => void) | undefined = undefined;

  /** Keeps book of the server's connections. */
  watch(server: Server, transport: 'plain' | 'tls'): void {
    server.on(transport === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
      const connection = new Connection(socket);
      (socket as Tracked)[connectionKey] = connection;
      this.connections.add(connection);
      socket.once('close', () => {
        connection.forget();
        this.connections.delete(connection);
        if (this.connections.size === 0) this.allClosed?.();
      });
      if (this.draining) connection.closeWhenQuiet();
    });
    if (transport === 'tls') {
      server.on('connection', (socket: Socket) => {
        this.transports.add(socket);
        socket.once('close', () => this.transports.delete(socket));
      });
    }
  }

  /** Ends connections as they fall idle; at the deadline cuts off the rest. */
  async drain(deadline: AbortSignal): Promise<DrainReport> {
    this.draining = true;
    for (const connection of this.connections) connection.closeWhenQuiet();
    if (this.connections.size > 0 && !deadline.aborted) {
      await new Promise<void>((resolve) => {
        this.allClosed = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    let cutOff = 0;
    for (const connection of this.connections) {
      if (connection.isBusy) cutOff++;
      connection.socket.destroy();
    }
    for (const transport of this.transports) transport.destroy();
    return { cutOff };
  }
}

/** Notes that a connection has begun a request; the only thing that is done for every one. */
export function busyWith(socket: Socket, reply: ServerResponse): void {
  (socket as Tracked)[connectionKey]?.begin(reply);
}

/**
 * Calls back when what has arrived by now is read. A timer comes before the sockets are read: where the process was held up, a request may have
 * arrived long ago and still wait.
 */
export function afterReading(listener: () => void): void {
  setImmediate(() => setImmediate(listener));
}

/** True while a connection has a request that is not yet answered whole. */
export function isBusy(socket: Socket): boolean {
  return (socket as Tracked)[connectionKey]?.isBusy === true;
}

/** True for a connection that we have ended: a request that still arrives on it cannot be answered and must not be begun. */
export function isEnded(socket: Socket): boolean {
  return socket.writableEnded;
}

class Connection {
  /** Replies go out in order, so that the latest is the last. */
  private reply: ServerResponse | undefined = undefined;
  private lastRequest = performance.now();
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(readonly socket: Socket) {}

  begin(reply: ServerResponse): void {
    this.lastRequest = performance.now();
    this.reply = reply;
  }

  get isBusy(): boolean {
    const { reply } = this;
    return reply !== undefined && !reply.closed && !reply.writableFinished;
  }

  closeWhenQuiet(): void {
    const { socket } = this;
    if (socket.destroyed || socket.writableEnded) return;
    if (this.isBusy) {
      // Its reply may have begun before the stop, so that it could not say that the connection ends.
      this.reply!.once('close', () => this.closeWhenQuiet());
      return;
    }
    const seen = socket.bytesRead;
    const closeIfQuiet = () => {
      // Bytes without a request are the beginning of one.
      if (this.isBusy || socket.bytesRead !== seen) this.closeWhenQuiet();
      else this.end();
    };
    const patience = performance.now() - this.lastRequest > longQuiet ? 0 : quietTime;
    this.timer = setTimeout(() => afterReading(closeIfQuiet), patience);
  }

  forget(): void {
    clearTimeout(this.timer);
  }

  // We say that we are done and wait a moment for the other side to say so too; a reset could reach the client before our last reply.
  private end(): void {
    if (this.socket.destroyed) return;
    this.timer = setTimeout(() => this.socket.destroy(), 500);
    this.socket.end();
  }
}

const quietTime = 1_000;
const longQuiet = 3_000;

const connectionKey = Symbol('connection');

interface Tracked extends Socket {
  [connectionKey]?: Connection;
}
