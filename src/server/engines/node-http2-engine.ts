import { METHODS } from 'node:http';
import type { Server } from 'node:http';
import { constants, createSecureServer, createServer } from 'node:http2';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { Handler } from '../../http/handler.js';
import { clientCertificateOf } from './client-certificate.js';
import type { DrainReport, Engine, ListenOptions, Listener } from './engine.js';
import { Http2Exchange } from './http2-exchange.js';
import type { Http2Head, Http2Peer } from './http2-exchange.js';
import { Http2Limits } from './http2-limits.js';
import { http2Problem } from './http2-request-check.js';
import { Http2Sessions } from './http2-sessions.js';
import { callHandler, plainAddress } from './node-exchange.js';
import { contextOf, limitHttp1, openListener, tlsLimits } from './node-http-engine.js';

/**
 * HTTP/2, with HTTP/1.1 for clients that do not offer it (ALPN). Without TLS it speaks HTTP/2 only ("h2c", by prior knowledge), which is what a
 * proxy in the same pod may want.
 */
export class NodeHttp2Engine implements Engine {
  readonly name = 'node-http2';
  readonly methods: ReadonlySet<string> = new Set(METHODS);

  async listen(options: ListenOptions, handler: Handler): Promise<Listener> {
    const { limits, tls } = options;
    const settings = {
      // Beyond this, and beyond that many fields, node resets the stream; below it we count and answer 431.
      settings: { maxHeaderListSize: Math.max(limits.maxHeaderSize, 65_536), maxConcurrentStreams: 128 },
      maxHeaderListPairs: 2_000,
      // More resets than this in a second is an attack ("rapid reset"), not a browser.
      streamResetBurst: 200,
      streamResetRate: 33,
    };
    const server =
      tls === undefined ? createServer(settings) : createSecureServer({ ...settings, ...tlsLimits(limits), ...tls, allowHTTP1: true });
    if (tls !== undefined) limitHttp1(server as unknown as Server, options);
    // Node would answer streams through its compatible classes as soon as somebody listens for "request", which here is for HTTP/1.1 only.
    server.removeAllListeners('newListener');
    const context = contextOf(options);
    const sessions = new Http2Sessions(server, tls === undefined ? 'plain' : 'tls');
    const watch = new Http2Limits(server, limits);
    server.on('stream', (stream: ServerHttp2Stream, headers: Http2Head['headers'], flags: number, rawHeaders: string[]) => {
      // A client that resets its stream is noticed by its exchange; as an "error" without a listener it would end the process.
      stream.on('error', () => undefined);
      const head: Http2Head = { headers, rawHeaders, endsStream: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0 };
      const exchange = new Http2Exchange(stream, head, peerOf(stream), context);
      watch.watch(exchange);
      const problem = http2Problem(head, context.maxHeaderSize);
      if (problem === undefined) callHandler(handler, exchange);
      else exchange.refuse(problem);
    });
    const listener = await openListener(server as unknown as Server, options, handler, { context, isSession: speaksHttp2(options) });
    return new Http2Listener(listener, sessions);
  }
}

/** Tells connections that carry a session from those that speak HTTP/1.1. */
function speaksHttp2({ tls }: ListenOptions): (socket: Socket) => boolean {
  return tls === undefined ? () => true : (socket) => (socket as TLSSocket).alpnProtocol === 'h2';
}

// Read once per connection: behind a session's socket is a proxy, and one that is gone has no address.
function peerOf(stream: ServerHttp2Stream): Http2Peer {
  const session = stream.session as Known | undefined;
  if (session === undefined) return { address: '', isEncrypted: false, certificate: undefined };
  return (session[peerKey] ??= {
    address: plainAddress(session.socket.remoteAddress),
    isEncrypted: session.encrypted === true,
    certificate: clientCertificateOf(session.socket),
  });
}

const peerKey = Symbol('peer');

interface Known extends ServerHttp2Session {
  [peerKey]?: Http2Peer;
}

class Http2Listener implements Listener {
  readonly port: number;
  readonly url: string;
  readonly replaceCertificates?: NonNullable<Listener['replaceCertificates']>;

  constructor(
    private readonly inner: Listener,
    private readonly sessions: Http2Sessions,
  ) {
    this.port = inner.port;
    this.url = inner.url;
    if (inner.replaceCertificates !== undefined) this.replaceCertificates = (options) => inner.replaceCertificates!(options);
  }

  async stopAccepting(): Promise<void> {
    await this.inner.stopAccepting();
    this.sessions.sayGoodbye();
  }

  async drain(deadline: AbortSignal): Promise<DrainReport> {
    let streams = 0;
    const cutOff = () => (streams = this.sessions.cutOff());
    if (deadline.aborted) cutOff();
    else deadline.addEventListener('abort', cutOff, { once: true });
    // A session closes its connection after its last stream.
    const report = await this.inner.drain(deadline);
    return { cutOff: streams + report.cutOff };
  }
}
