import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import { afterReading, isBusy } from './connection.js';

/**
 * Closes connections that are idle for longer than `idleTimeout`, and those of clients that take nothing of their reply for longer than
 * `writeTimeout`. One that waits for a handler is left alone, and one that speaks HTTP/2 has limits of its own.
 *
 * Node does this by setting two timers anew for every request. Here all connections are looked at now and then instead, and only one whose
 * reply was seen waiting for its client gets node's timer, which knows whether bytes still leave.
 */
export function closeStalledConnections(server: Server, { idleTimeout, writeTimeout, transport }: StallLimits): void {
  const interval = lookInterval(idleTimeout, writeTimeout);
  if (interval === undefined) return;
  const idleLooks = idleTimeout > 0 ? Math.ceil(idleTimeout / interval) : Infinity;
  const connections = new Set<WatchedConnection>();
  server.on(transport === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
    if ((socket as Partial<TLSSocket>).alpnProtocol === 'h2') return;
    const connection = new WatchedConnection(socket);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  server.on('timeout', closeIfStalled);
  // Not before: a server that cannot listen never closes either, and nobody would stop the timer.
  server.once('listening', () => {
    const timer = setInterval(() => {
      for (const connection of connections) connection.look(idleLooks, Math.ceil(writeTimeout));
    }, interval).unref();
    server.once('close', () => clearInterval(timer));
  });
}

/** In milliseconds; 0 for none. */
export interface StallLimits {
  readonly idleTimeout: number;
  readonly writeTimeout: number;
  readonly transport: 'plain' | 'tls';
}

/** How often connections are looked at so that these limits hold about to a fifth; undefined where there are none. */
export function lookInterval(...limits: readonly number[]): number | undefined {
  const shortest = Math.min(...limits.filter((limit) => limit > 0));
  return shortest === Infinity ? undefined : Math.min(1_000, shortest / 5);
}

class WatchedConnection {
  private bytesSeen = 0;
  private quietLooks = 0;
  private isTimed = false;

  constructor(private readonly socket: Socket) {}

  look(idleLooks: number, writeTimeout: number): void {
    const { socket } = this;
    const waitsForClient = socket.writableLength > 0;
    if (waitsForClient !== this.isTimed) {
      socket.setTimeout(waitsForClient ? writeTimeout : 0);
      this.isTimed = waitsForClient;
    }
    const bytes = socket.bytesRead + socket.bytesWritten;
    if (bytes !== this.bytesSeen || waitsForClient || isBusy(socket)) {
      this.bytesSeen = bytes;
      this.quietLooks = 0;
    } else if (++this.quietLooks === idleLooks) closeIfStalled(socket);
  }
}

function closeIfStalled(socket: Socket): void {
  const seen = socket.bytesRead;
  // As when draining: where the process was held up, a request may have arrived that is not read yet.
  afterReading(() => {
    if (socket.bytesRead === seen && (!isBusy(socket) || socket.writableLength > 0)) socket.destroy();
  });
}
