import type { Server, Socket } from 'node:net';

import { afterReading, isBusy } from './connection.js';

/**
 * Closes connections on which nothing has moved for as long as the idle timeout says: idle ones, and those of clients that do not take their
 * reply. One that waits for a handler is left alone.
 *
 * Node does this by setting two timers anew for every request. Here all connections are looked at now and then instead, and only one whose
 * reply was seen waiting for its client gets node's timer, which knows whether bytes still leave.
 */
export function closeStalledConnections(server: Server, { idleTimeout, transport }: StallLimits): void {
  if (idleTimeout <= 0) return;
  const interval = Math.min(1_000, idleTimeout / 5);
  const patience = Math.ceil(idleTimeout / interval);
  const connections = new Set<WatchedConnection>();
  server.on(transport === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = new WatchedConnection(socket);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  server.on('timeout', closeIfStalled);
  // Not before: a server that cannot listen never closes either, and nobody would stop the timer.
  server.once('listening', () => {
    const timer = setInterval(() => {
      for (const connection of connections) connection.look(patience, Math.ceil(idleTimeout));
    }, interval).unref();
    server.once('close', () => clearInterval(timer));
  });
}

export interface StallLimits {
  /** In milliseconds; 0 for none. */
  readonly idleTimeout: number;
  readonly transport: 'plain' | 'tls';
}

class WatchedConnection {
  private bytesSeen = 0;
  private quietLooks = 0;
  private isTimed = false;

  constructor(private readonly socket: Socket) {}

  look(patience: number, idleTimeout: number): void {
    const { socket } = this;
    const waitsForClient = socket.writableLength > 0;
    if (waitsForClient !== this.isTimed) {
      socket.setTimeout(waitsForClient ? idleTimeout : 0);
      this.isTimed = waitsForClient;
    }
    const bytes = socket.bytesRead + socket.bytesWritten;
    if (bytes !== this.bytesSeen || waitsForClient || isBusy(socket)) {
      this.bytesSeen = bytes;
      this.quietLooks = 0;
    } else if (++this.quietLooks === patience) closeIfStalled(socket);
  }
}

function closeIfStalled(socket: Socket): void {
  const seen = socket.bytesRead;
  // As when draining: where the process was held up, a request may have arrived that is not read yet.
  afterReading(() => {
    if (socket.bytesRead === seen && (!isBusy(socket) || socket.writableLength > 0)) socket.destroy();
  });
}
