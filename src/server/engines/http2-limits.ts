import type { Http2Server, ServerHttp2Session } from 'node:http2';

import { afterReading } from './connection.js';
import type { EngineLimits } from './engine.js';
import type { Http2Exchange } from './http2-exchange.js';
import { lookInterval } from './stalled-connections.js';

/**
 * Holds the clients of HTTP/2 to their limits. Node has time-outs for sessions and streams, but they are set anew by whatever a client sends, and none
 * is about a request as a whole. So all sessions are looked at now and then, as connections of HTTP/1.1 are.
 */
export class Http2Limits {
  private readonly sessions = new Map<ServerHttp2Session, WatchedSession>();

  constructor(
    server: Http2Server,
    private readonly limits: EngineLimits,
  ) {
    server.on('session', (session: ServerHttp2Session) => {
      this.sessions.set(session, new WatchedSession(session));
      session.once('close', () => this.sessions.delete(session));
    });
    const { headerTimeout, requestTimeout, idleTimeout, writeTimeout } = limits;
    const interval = lookInterval(headerTimeout, requestTimeout, idleTimeout, writeTimeout);
    if (interval === undefined) return;
    // Not before: a server that cannot listen never closes either, and nobody would stop the timer.
    server.once('listening', () => {
      const timer = setInterval(() => this.look(), interval).unref();
      server.once('close', () => clearInterval(timer));
    });
  }

  /** Watches an exchange until its stream is closed. */
  watch(exchange: Http2Exchange): void {
    const { session } = exchange.incoming;
    if (session !== undefined) this.sessions.get(session as ServerHttp2Session)?.begin(exchange);
  }

  private look(): void {
    const now = performance.now();
    for (const session of this.sessions.values()) session.look(now, this.limits);
  }
}

class WatchedSession {
  private readonly exchanges = new Set<Http2Exchange>();
  private latestId = 0;
  private idleSince = performance.now();
  private unfinishedSince: number | undefined = undefined;
  private isClosing = false;

  constructor(private readonly session: ServerHttp2Session) {}

  begin(exchange: Http2Exchange): void {
    this.latestId = exchange.incoming.id ?? this.latestId;
    this.exchanges.add(exchange);
    exchange.incoming.once('close', () => {
      this.exchanges.delete(exchange);
      this.idleSince = performance.now();
    });
  }

  look(now: number, limits: EngineLimits): void {
    for (const exchange of this.exchanges) exchange.look(now, limits);
    if (this.session.destroyed) return;
    const { headerTimeout, idleTimeout } = limits;
    this.unfinishedSince = this.hasUnfinishedHead() ? (this.unfinishedSince ?? now) : undefined;
    if (this.exchanges.size > 0) return;
    const isFirstLate = this.latestId === 0 && isOver(headerTimeout, now - this.idleSince);
    const isHeadLate = this.unfinishedSince !== undefined && isOver(headerTimeout, now - this.unfinishedSince);
    if (isFirstLate || isHeadLate || isOver(idleTimeout, now - this.idleSince)) this.closeIfQuiet();
  }

  // Where the process was held up, a request may have arrived that is not read yet.
  private closeIfQuiet(): void {
    const { latestId } = this;
    afterReading(() => {
      if (this.latestId === latestId && !this.session.destroyed) this.close();
    });
  }

  // The library below node counts a stream when its HEADERS frame comes, node shows it to us when the last CONTINUATION has come.
  private hasUnfinishedHead(): boolean {
    return (this.session.state.lastProcStreamID ?? 0) > this.latestId;
  }

  // In good order first, with GOAWAY; a client that does not take even that is cut off at the next look.
  private close(): void {
    if (this.isClosing) this.session.destroy();
    else this.session.close();
    this.isClosing = true;
  }
}

function isOver(limit: number, milliseconds: number): boolean {
  return limit > 0 && milliseconds >= limit;
}
