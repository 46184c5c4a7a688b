import { METHODS, createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { Server as TlsServer, TlsOptions as TlsServerOptions } from 'node:tls';

import type { Handler } from '../../http/handler.js';
import { reportAcceptFailures } from './accept-failures.js';
import { shortTurn, whenNobodyWaits } from './accept-queue.js';
import { refuseBadCertificates } from './client-certificate.js';
import { busyWith, isEnding } from './connection.js';
import { neverStopping } from './engine.js';
import type { DrainReport, Engine, EngineLimits, ListenOptions, Listener } from './engine.js';
import { Http1Exchange } from './http1-exchange.js';
import { Http1Refusals } from './http1-refusals.js';
import type { ParseError } from './http1-refusals.js';
import { http1Problem } from './http1-request-check.js';
import { listen, listenerUrl } from './listen.js';
import { callHandler } from './node-exchange.js';
import type { NodeExchangeContext } from './node-exchange.js';
import { OpenConnections } from './open-connections.js';
import { removeSocketFile } from './socket-file.js';
import { closeStalledConnections, lookInterval } from './stalled-connections.js';

/** HTTP/1.1 over node's own server, with or without TLS. */
export class NodeHttpEngine implements Engine {
  readonly name = 'node';
  readonly methods: ReadonlySet<string> = new Set(METHODS);

  async listen(options: ListenOptions, handler: Handler): Promise<Listener> {
    const server = nodeServer(options);
    limitHttp1(server, options);
    return openListener(server, options, handler);
  }
}

/** Node's own server, before anything listens to its events. Shared with the lane. */
export function nodeServer({ limits, tls }: ListenOptions): Server {
  const settings = nodeLimits(limits);
  if (tls === undefined) return createServer(settings);
  return createSecureServer({ ...settings, ...tlsLimits(limits), ...tls });
}

/** Binds a server of node's to a handler and to its address. Shared with the HTTP/2 engine. */
export async function openListener(
  server: Server,
  options: ListenOptions,
  handler: Handler,
  { context = contextOf(options), isSession = () => false }: ListenerParts = {},
): Promise<Listener> {
  if (options.limits.maxConnections !== undefined) server.maxConnections = options.limits.maxConnections;
  // Clients may close their side after the request and wait for the reply.
  (server as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  const connections = new OpenConnections();
  connections.watch(server, { transport: options.tls === undefined ? 'plain' : 'tls', idleTimeout: options.limits.idleTimeout, isSession });
  const refusals = new Http1Refusals(context);
  server.on('request', requestListener(handler, context, 'nothing'));
  server.on('checkContinue', requestListener(handler, context, '100-continue'));
  server.on('checkExpectation', requestListener(handler, context, 'the unknown'));
  server.on('connect', (request: IncomingMessage, socket: Socket) => refusals.answerConnect(request, socket));
  server.on('clientError', (error: ParseError, socket: Socket) => refusals.answer(error, socket));
  if (options.tls !== undefined) refuseBadCertificates(server, options.tls);
  await listen(server, options.address);
  reportAcceptFailures(server);
  return new NodeListener(server, options, context, connections);
}

/** What the exchanges of a listener share. */
export function contextOf({
  limits,
  trustedProxies,
  forwardedDialect,
  stopping,
  onFailure,
  onRefused,
}: ListenOptions): NodeExchangeContext {
  return {
    maxRequestBodySize: limits.maxRequestBodySize,
    maxHeaderSize: limits.maxHeaderSize,
    trustedProxies,
    forwardedDialect,
    keepAlive: limits.idleTimeout >= 1_000 ? `timeout=${Math.floor(limits.idleTimeout / 1_000)}` : undefined,
    draining: false,
    stopping: stopping ?? neverStopping,
    failed: onFailure,
    refused: onRefused,
  };
}

/** What an engine brings along to its listener. */
export interface ListenerParts {
  readonly context?: NodeExchangeContext;
  /** True for a connection that carries an HTTP/2 session, which ends it by itself. */
  readonly isSession?: (socket: Socket) => boolean;
}

function requestListener(
  handler: Handler,
  context: NodeExchangeContext,
  expects: 'nothing' | '100-continue' | 'the unknown',
): RequestListener {
  return (request, response) => {
    const { socket } = request;
    if (isEnding(socket)) {
      // A reply that is still on its way ends the connection; where there is none, we do.
      if (socket.writableEnded) socket.destroy();
      return;
    }
    const exchange = new Http1Exchange(request, response, context, expects === '100-continue');
    busyWith(socket, exchange);
    const problem = http1Problem(request, context.maxHeaderSize) ?? (expects === 'the unknown' ? 417 : undefined);
    if (problem === undefined) callHandler(handler, exchange);
    else exchange.refuse(problem);
  };
}

class NodeListener implements Listener {
  readonly port: number;
  readonly url: string;
  readonly replaceCertificates?: (options: SecureContextOptions) => void;

  constructor(
    private readonly server: Server,
    options: ListenOptions,
    private readonly context: NodeExchangeContext,
    private readonly connections: OpenConnections,
  ) {
    const address = server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    this.url = listenerUrl(options, this.port);
    if (options.tls !== undefined) this.replaceCertificates = (changed) => (server as unknown as TlsServer).setSecureContext(changed);
  }

  async stopAccepting(): Promise<void> {
    const address = this.server.address();
    // Without its file a Unix socket takes no more connections, and those in its queue can be accepted in peace.
    if (typeof address === 'string') await removeSocketFile(address);
    let readAgain: (() => void) | undefined;
    // With nothing else to read, turns are so short that hardly anybody can connect between the last look and the close.
    await whenNobodyWaits(this.server, Infinity, () => (readAgain = this.connections.pauseReading()));
    await whenNobodyWaits(this.server, shortTurn, () => this.close());
    readAgain?.();
    // Only now: clients that are told to connect anew must find the door closed, not be let into a queue that nobody serves.
    this.context.draining = true;
  }

  async drain(deadline: AbortSignal): Promise<DrainReport> {
    const report = await this.connections.drain(deadline);
    this.server.close();
    return report;
  }

  // Not the http server's own close(): that one destroys connections whose reply is written but not yet sent. Bun's is no net.Server.
  private close(): void {
    if (this.server instanceof NetServer) NetServer.prototype.close.call(this.server);
    else (this.server as Server).close();
  }
}

/** Limits connections that speak HTTP/1.1. Shared with the HTTP/2 engine, whose servers do not take these limits as options. */
export function limitHttp1(server: Server, { limits, tls }: ListenOptions): void {
  const { idleTimeout, writeTimeout } = limits;
  const transport = tls === undefined ? 'plain' : 'tls';
  // Host is checked with the other rules, and answered as they are; no header is dropped because there are many.
  Object.assign(server, nodeLimits(limits), { keepAliveTimeout: 0, requireHostHeader: false, maxHeadersCount: 0 });
  closeStalledConnections(server, { idleTimeout, writeTimeout, transport });
}

/** The limits in node's words. */
function nodeLimits({ maxHeaderSize, headerTimeout, requestTimeout }: EngineLimits): ServerOptions {
  return {
    maxHeaderSize,
    // Node refuses to start where the part may take longer than the whole.
    headersTimeout: Math.ceil(requestTimeout > 0 ? Math.min(headerTimeout, requestTimeout) : headerTimeout),
    requestTimeout: Math.ceil(requestTimeout),
    // How often node looks for those that are late; its own 30 seconds would let a header timeout of 10 seconds last 40.
    connectionsCheckingInterval: Math.ceil(lookInterval(headerTimeout, requestTimeout) ?? 1_000),
    // Node 24 and later: no stream machinery for requests without a body. Unknown options are ignored.
    ...({ optimizeEmptyRequests: true } as object),
  };
}

/** The limits of a handshake in node's words. Shared with the HTTP/2 engine. */
export function tlsLimits({ headerTimeout }: EngineLimits): TlsServerOptions {
  return { handshakeTimeout: Math.ceil(headerTimeout), allowHalfOpen: true };
}
