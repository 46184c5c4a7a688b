import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';

import type { ReplyBody } from '../../http/exchange.js';
import { clientCertificateOf } from './client-certificate.js';
import { endingWith, hasClientEnded, isLastBegun } from './connection.js';
import type { ReplyUnderWay } from './connection.js';
import { NodeExchange, plainAddress } from './node-exchange.js';
import type { NodeExchangeContext, NodeNative } from './node-exchange.js';
import type { HeaderTables } from './node-request-headers.js';
import { authorityOf, originForm } from './request-target.js';

/** An exchange over node's HTTP/1.1. */
export class Http1Exchange extends NodeExchange implements ReplyUnderWay {
  readonly incoming: IncomingMessage;
  private watchesClient = false;

  constructor(
    request: IncomingMessage,
    readonly response: ServerResponse,
    context: NodeExchangeContext,
    /** The client waits for "100 Continue" before it sends its body. */
    private awaitsContinue: boolean,
  ) {
    super(request.method!, originForm(request.url!), context, plainAddress(request.socket.remoteAddress));
    this.incoming = request;
  }

  override get signal(): AbortSignal {
    const signal = super.signal;
    if (!this.watchesClient) {
      this.watchesClient = true;
      if (hasClientEnded(this.incoming.socket)) this.clientMayBeGone();
    }
    return signal;
  }

  get isOver(): boolean {
    return this.response.closed || this.response.writableFinished;
  }

  get hasBegun(): boolean {
    return this.response.headersSent;
  }

  get isRequestRead(): boolean {
    return this.method === 'GET' || this.method === 'HEAD';
  }

  whenOver(listener: () => void): void {
    this.response.once('close', listener);
  }

  whenRequestRead(listener: () => void): void {
    this.incoming.once('end', listener);
  }

  clientEnded(): void {
    this.clientMayBeGone();
  }

  clientBrokeOff(): void {
    this.finished(false);
  }

  get clientCertificate(): X509Certificate | undefined {
    return clientCertificateOf(this.incoming.socket);
  }

  get httpVersion(): string {
    return this.incoming.httpVersion;
  }

  get native(): NodeNative {
    return { request: this.incoming, response: this.response };
  }

  get announcesBody(): boolean {
    const { headers } = this.incoming;
    const length = headers['content-length'];
    return length === undefined ? headers['transfer-encoding'] !== undefined : length !== '0';
  }

  get announcedLength(): number | undefined {
    const length = this.incoming.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  get hasArrived(): boolean {
    return this.incoming.complete;
  }

  askForBody(): void {
    if (!this.awaitsContinue) return;
    this.awaitsContinue = false;
    this.response.writeContinue();
  }

  abort(): void {
    if (this.response.writableEnded) return;
    this.markAborted();
    this.response.destroy();
  }

  cutOff(): void {
    this.markAborted();
    this.incoming.socket.destroy();
  }

  sendPiece(piece: ReplyBody): boolean {
    return this.response.write(piece);
  }

  whenWritable(listener: () => void): void {
    this.response.once('drain', listener);
  }

  sendEnd(): void {
    this.response.end();
  }

  tellFinished(): void {
    // A handler written for node sets the status on its own response.
    if (this.isHandedOver) this.status = this.response.statusCode;
    this.finished(this.wasSent());
  }

  protected override get isClientGone(): boolean {
    return hasClientEnded(this.incoming.socket);
  }

  protected get isRequestComplete(): boolean {
    return this.incoming.complete;
  }

  protected get requestLine(): string {
    const { method, url, httpVersion } = this.incoming;
    return `${method} ${url} HTTP/${httpVersion}`;
  }

  protected get isEncrypted(): boolean {
    return (this.incoming.socket as Partial<TLSSocket>).encrypted === true;
  }

  protected headerTables(): HeaderTables {
    const { incoming } = this;
    const authority = incoming.url!.startsWith('/') ? undefined : authorityOf(incoming.url!);
    return authority === undefined ? incoming : withHost(incoming, authority);
  }

  protected beginHandOver(): void {
    if (this.endsConnection()) this.response.setHeader('Connection', 'close');
    this.askForBody();
  }

  protected sendWhole(body: ReplyBody | undefined): void {
    const { response } = this;
    const leavesUnread = this.leavesBodyUnread();
    this.writeHead(leavesUnread || this.isRefused);
    if (!leavesUnread || this.awaitsContinue) {
      response.end(body);
      return;
    }
    // A client that is still sending would see a reset instead of the reply if the connection were closed now.
    if (body !== undefined) response.write(body);
    discardRest(this.incoming, () => response.end());
  }

  protected sendHead(): void {
    this.writeHead(this.leavesBodyUnread());
    this.response.flushHeaders();
  }

  protected watch(): void {
    const { response } = this;
    if (response.closed) {
      queueMicrotask(() => this.tellFinished());
      return;
    }
    // One function for all exchanges, which need not remove itself since a response closes once: this is done for every request.
    (response as Watched)[watchedBy] = this;
    response.on('close', tellClosed);
  }

  // Node takes the socket from a response that it has sent, but also from one whose connection was destroyed with the reply still in its
  // buffers; a connection that ends after its last reply is destroyed too, with nothing left in them.
  private wasSent(): boolean {
    const { socket } = this.incoming;
    return this.response.socket === null && (!socket.destroyed || socket.writableFinished);
  }

  private writeHead(lastOfConnection: boolean): void {
    const { response, fields } = this;
    if (lastOfConnection) endingWith(this.incoming.socket);
    if (lastOfConnection || this.endsConnection()) fields.push('Connection', 'close');
    else if (this.context.keepAlive !== undefined && response.shouldKeepAlive) fields.push('Keep-Alive', this.context.keepAlive);
    response.writeHead(this.status, fields);
  }

  // When draining, the last reply begun says so: had an earlier one, node would drop the replies to pipelined requests behind it.
  private endsConnection(): boolean {
    const { socket } = this.incoming;
    if (!this.context.draining || !isLastBegun(socket, this)) return false;
    endingWith(socket);
    return true;
  }

  // Node drops a body that the handler did not read, however long it is: beyond the limit we end the connection instead.
  private leavesBodyUnread(): boolean {
    const { headers, complete } = this.incoming;
    const length = headers['content-length'];
    if (length === undefined && headers['transfer-encoding'] === undefined) return false;
    if (complete) return false;
    return (
      this.awaitsContinue ||
      this.requestBody?.isRefused === true ||
      length === undefined ||
      Number(length) > this.context.maxRequestBodySize
    );
  }
}

// RFC 9112 §3.2.2: the authority of the target takes the place of whatever Host says.
function withHost({ headers, rawHeaders }: IncomingMessage, authority: string): HeaderTables {
  const lines = ['Host', authority];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() !== 'host') lines.push(rawHeaders[i]!, rawHeaders[i + 1]!);
  }
  return { headers: { ...headers, host: authority }, rawHeaders: lines };
}

const watchedBy = Symbol('exchange');

interface Watched extends ServerResponse {
  [watchedBy]?: Http1Exchange;
}

function tellClosed(this: Watched): void {
  this[watchedBy]!.tellFinished();
}

/** Reads on and drops what comes, for a moment and up to a limit, then calls back. */
function discardRest(request: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const stop = () => {
    clearTimeout(timer);
    request.off('data', count).off('end', stop).off('close', stop);
    done();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > discardLimit) stop();
  };
  const timer = setTimeout(stop, discardTime);
  request.on('data', count).on('end', stop).on('close', stop);
  request.resume();
}

const discardLimit = 4 * 1024 * 1024;
const discardTime = 500;
