import type { Server as NetServer, Socket } from 'node:net';

import type { Handler } from '../../../http/handler.js';
import { getLogger } from '../../../logging/get-logger.js';
import type { Engine, ListenOptions, Listener } from '../engine.js';
import type { NodeExchangeContext } from '../node-exchange.js';
import { contextOf, limitHttp1, NodeHttpEngine, nodeServer, openListener } from '../node-http-engine.js';
import { LaneConnection } from './lane-connection.js';
import { laneObstacle } from './lane-obstacle.js';
import type { Lane, WaitingConnection } from './lane.js';

const log = getLogger('keelson.server.LaneEngine');

/**
 * HTTP/1.1 with a fast lane for ordinary requests. The listening server is node's own, with or without TLS; only its way to begin a connection is
 * put behind ours. A connection starts in the lane, and with the first request that is not ordinary it goes on in node's server.
 */
export class LaneEngine implements Engine {
  readonly name = 'lane';
  readonly methods = new NodeHttpEngine().methods;

  async listen(options: ListenOptions, handler: Handler): Promise<Listener> {
    const server = nodeServer(options);
    const event = options.tls === undefined ? 'connection' : 'secureConnection';
    const begin = takeListener(server, event);
    const obstacle = begin === undefined ? `Node ${process.versions.node} begins connections in another way` : laneObstacle();
    if (begin === undefined || obstacle !== undefined) {
      log.warn("Requests are read by Node's HTTP server instead of the lane engine: %s", obstacle);
      return new NodeHttpEngine().listen(options, handler);
    }
    limitHttp1(server, options);
    const context = contextOf(options);
    const lane = new ListenerLane(server, options, handler, { context, begin });
    server.on(event, (socket: Socket) => {
      socket.on('timeout', () => server.emit('timeout', socket));
      LaneConnection.begin(socket, lane);
    });
    lane.watch(server);
    return openListener(server, options, handler, { context });
  }
}

/** What goes on with a connection that leaves the lane: the listener by which node's server begins its connections. */
type BeginConnection = (this: unknown, socket: Socket) => void;

/** Takes the server's one listener off, so that it can be called later; undefined where there is not exactly one. */
function takeListener(server: NetServer, event: string): BeginConnection | undefined {
  const listeners = server.listeners(event) as BeginConnection[];
  if (listeners.length !== 1) return undefined;
  server.off(event, listeners[0]!);
  return listeners[0];
}

class ListenerLane implements Lane {
  readonly maxRequestBodySize: number;
  readonly maxHeaderSize: number;
  readonly trustedProxies: number;
  readonly forwardedDialect: ListenOptions['forwardedDialect'];
  readonly keepAlive: string | undefined;
  readonly waiting = new Set<WaitingConnection>();
  readonly failed: Lane['failed'];
  private readonly headerLooks: number;

  constructor(
    private readonly server: NetServer,
    options: ListenOptions,
    readonly handler: Handler,
    private readonly node: { readonly context: NodeExchangeContext; readonly begin: BeginConnection },
  ) {
    const { limits } = options;
    this.maxRequestBodySize = limits.maxRequestBodySize;
    this.maxHeaderSize = limits.maxHeaderSize;
    this.trustedProxies = options.trustedProxies;
    this.forwardedDialect = options.forwardedDialect;
    this.keepAlive = node.context.keepAlive;
    this.failed = options.onFailure;
    this.headerLooks = limits.headerTimeout > 0 ? Math.ceil(limits.headerTimeout / lookInterval) : Number.POSITIVE_INFINITY;
  }

  get stopping(): AbortSignal {
    return this.node.context.stopping;
  }

  get draining(): boolean {
    return this.node.context.draining;
  }

  handOver(socket: Socket): void {
    this.node.begin.call(this.server, socket);
  }

  refuseTruncated(socket: Socket): void {
    this.refuse(socket, 'HPE_INVALID_EOF_STATE');
  }

  refuseSilence(socket: Socket): void {
    this.refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
  }

  /** One timer for all connections that wait: a part of a request goes to node's server, which has the time-outs for it; silence is a 408. */
  watch(server: NetServer): void {
    server.once('listening', () => {
      const timer = setInterval(() => this.look(), lookInterval).unref();
      server.once('close', () => clearInterval(timer));
    });
  }

  // The answer is the one that node's server would have caused, and is logged and counted like it.
  private refuse(socket: Socket, code: string): void {
    this.server.emit('clientError', Object.assign(new Error('The request did not come whole'), { code }), socket);
  }

  private look(): void {
    for (const connection of this.waiting) {
      connection.looks++;
      if (!connection.isSilent) {
        if (connection.looks > 1) connection.leave();
      } else if (connection.looks > this.headerLooks) connection.refuseSilence();
    }
  }
}

const lookInterval = 500;
