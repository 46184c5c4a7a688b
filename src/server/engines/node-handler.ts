import type { IncomingMessage, ServerResponse } from 'node:http';

import { onNodeServer } from '../../http/handler.js';
import type { Handler } from '../../http/handler.js';
import { NodeExchange } from './node-exchange.js';

/** What Express, Connect and plain node programs are. */
export type NodeRequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Mounts a handler written for node, so that an Express application can live inside. Headers set so far (the request ID) are on its response.
 * It sees paths below the context it is mounted in, and the whole target as `originalUrl`. Limits on bodies and gzip are its own business.
 *
 * @example environment.application.mount('/legacy', nodeHandler(express))
 */
export function nodeHandler(handler: NodeRequestHandler): Handler {
  return onNodeServer(async (exchange) => {
    if (!(exchange instanceof NodeExchange)) throw new NodeHandlerError();
    const { request, response } = exchange.handOver();
    (request as { originalUrl?: string | undefined }).originalUrl = request.url;
    request.url = exchange.rawQuery === '' ? exchange.path : `${exchange.path}?${exchange.rawQuery}`;
    const ended = new Promise<void>((resolve) => response.once('close', resolve));
    try {
      await handler(request, response);
    } catch (thrown) {
      exchange.takeBack();
      throw thrown;
    }
    await ended;
  });
}

/** A node handler was asked to answer where there is no node request. */
export class NodeHandlerError extends Error {
  override readonly name = 'NodeHandlerError';
  readonly code = 'KEELSON_NODE_HANDLER_NEEDS_SOCKET';
  constructor() {
    super(
      "A handler made by nodeHandler was called for a request that Node's HTTP server has not read. Give it to mount() as it is, not inside another " +
        'function, or set server.engine: node; in tests without a socket, use a port or fetchHandler',
    );
  }
}
