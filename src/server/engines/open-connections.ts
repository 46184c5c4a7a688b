import type { Server, Socket } from 'node:net';

import { Connection } from './connection.js';
import type { DrainReport } from './engine.js';

/**
 * The connections of a listener, and how they come to an end without losing a request:
 *
 * ```
 *   stopAccepting ──► busy connection ── its last reply says "Connection: close" ──► closed by it
 *                 ├─► idle connection ── a request still comes ──► busy, as above
 *                 │                   └─ quiet for long enough ──► closed
 *                 └─► TLS handshake ──── ends ──► idle, as above
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
  /** What lies below TLS, with or without a finished handshake. */
  private readonly transports = new Set<Socket>();
  /** Those whose handshake has not ended: with TLS 1.3 the client's last message of it may carry a request. */
  private readonly handshakes = new Map<Socket, Connection>();
  private draining = false;
  private allClosed: (() => void) | undefined = undefined;

  /** Keeps track of the server's connections. */
  watch(server: Server, { transport, idleTimeout, isSession }: WatchOptions): void {
    server.on(transport === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
      if (transport === 'tls') this.endHandshake(socket);
      const connection = isSession(socket) ? Connection.ofSession(socket) : Connection.of(socket, idleTimeout);
      this.connections.add(connection);
      socket.once('close', () => {
        connection.forget();
        this.connections.delete(connection);
        this.tellIfAllClosed();
      });
      if (this.draining) connection.closeWhenQuiet();
    });
    if (transport === 'tls') server.on('connection', (socket: Socket) => this.beginHandshake(socket));
  }

  /** Leaves what clients send to the system's buffers until the function that is returned is called. */
  pauseReading(): () => void {
    const paused = [...this.connections].filter((connection) => connection.pause());
    return () => {
      for (const { socket } of paused) socket.resume();
    };
  }

  /** Ends connections as they fall idle; at the deadline cuts off the rest. */
  async drain(deadline: AbortSignal): Promise<DrainReport> {
    this.draining = true;
    for (const connection of [...this.connections, ...this.handshakes.values()]) connection.closeWhenQuiet();
    if (!this.isEmpty && !deadline.aborted) {
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

  private beginHandshake(socket: Socket): void {
    const handshake = Connection.beforeTls(socket);
    this.transports.add(socket);
    this.handshakes.set(socket, handshake);
    socket.once('close', () => {
      handshake.forget();
      this.transports.delete(socket);
      this.handshakes.delete(socket);
      this.tellIfAllClosed();
    });
    if (this.draining) handshake.closeWhenQuiet();
  }

  private endHandshake(socket: Socket): void {
    const transport = (socket as { _parent?: Socket })._parent;
    const handshake = transport === undefined ? undefined : this.handshakes.get(transport);
    if (handshake !== undefined) {
      handshake.forget();
      this.handshakes.delete(transport!);
      return;
    }
    // Should node no longer tell which transport this was, none may be taken for unfinished: only the deadline ends them then.
    for (const unknown of this.handshakes.values()) unknown.forget();
    this.handshakes.clear();
  }

  private get isEmpty(): boolean {
    return this.connections.size === 0 && this.handshakes.size === 0;
  }

  private tellIfAllClosed(): void {
    if (this.isEmpty) this.allClosed?.();
  }
}

/** What a listener knows of its connections in advance. */
export interface WatchOptions {
  readonly transport: 'plain' | 'tls';
  /** In milliseconds; 0 for none. */
  readonly idleTimeout: number;
  /** True for a connection that carries an HTTP/2 session, which ends it by itself. */
  readonly isSession: (socket: Socket) => boolean;
}
