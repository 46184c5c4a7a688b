import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';

import type { ReplyBody, RequestBody, RequestHeaders } from '../../http/exchange.js';
import { checkHeaderName, checkHeaderValue } from '../../http/header-field.js';
import { clientEndEvent, endingWith, hasClientEnded, isLastBegun } from './connection.js';
import { EngineExchange } from './engine-exchange.js';
import { forwardedFor, forwardedSecure } from './forwarded.js';
import type { ForwardedDialect } from './forwarded.js';
import { NodeRequestBody } from './node-request-body.js';
import { NodeRequestHeaders } from './node-request-headers.js';

/** What the exchanges of one listener have in common. */
export interface NodeExchangeContext {
  readonly maxRequestBodySize: number;
  readonly trustedProxies: number;
  readonly forwardedDialect: ForwardedDialect | undefined;
  /** Tells clients how long a connection may stay idle, so that they do not reuse one that is about to be closed. */
  readonly keepAlive: string | undefined;
  /** True from the moment the listener stops: each reply then ends its connection. */
  draining: boolean;
  failed(exchange: NodeExchange, thrown: unknown): void;
}

/** What {@link NodeExchange.native} gives to handlers written for node. */
export interface NodeNative {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An exchange over node's own HTTP/1.1, and over HTTP/2 through node's compatible classes. */
export class NodeExchange extends EngineExchange {
  private requestHeaders: NodeRequestHeaders | undefined = undefined;
  private requestBody: NodeRequestBody | undefined = undefined;
  private handedOver = false;
  private watchesClient = false;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly context: NodeExchangeContext,
    /** The client waits for "100 Continue" before it sends its body. */
    public awaitsContinue = false,
  ) {
    super(request.method!, request.url!);
  }

  override get signal(): AbortSignal {
    const signal = super.signal;
    if (!this.watchesClient) {
      this.watchesClient = true;
      const { request, response } = this;
      if (hasClientEnded(request.socket)) this.clientMayBeGone();
      else response.once(clientEndEvent, () => this.clientMayBeGone());
    }
    return signal;
  }

  get headers(): RequestHeaders {
    return (this.requestHeaders ??= new NodeRequestHeaders(this.request));
  }

  get body(): RequestBody {
    return (this.requestBody ??= new NodeRequestBody(this));
  }

  get remoteAddress(): string {
    return forwardedFor(this.headers, this.context) ?? plainAddress(this.request.socket.remoteAddress);
  }

  get secure(): boolean {
    return forwardedSecure(this.headers, this.context) ?? (this.request.socket as Partial<TLSSocket>).encrypted === true;
  }

  get httpVersion(): string {
    return this.request.httpVersion;
  }

  get native(): NodeNative {
    return { request: this.request, response: this.response };
  }

  abort(): void {
    if (this.response.writableEnded) return;
    this.committed = true;
    const { stream } = this.response as unknown as { stream?: { close(code: number): void } };
    // Over HTTP/2 the reset of one stream says that it is broken (INTERNAL_ERROR); the connection serves the others.
    if (stream === undefined) this.response.destroy();
    else stream.close(2);
  }

  /** Hides what described the encoded body, once it is decoded. */
  hideContentEncoding(): void {
    (this.requestHeaders ??= new NodeRequestHeaders(this.request)).hidesEncoding = true;
  }

  /** Leaves the reply to a handler written for node: headers set so far are put on its response. */
  handOver(): NodeNative {
    for (const name of this.headerNames()) this.response.setHeader(name, this.header(name)!);
    if (this.request.httpVersionMajor === 1 && this.endsConnection()) this.response.setHeader('Connection', 'close');
    if (this.awaitsContinue) this.response.writeContinue();
    this.committed = true;
    this.handedOver = true;
    return this.native;
  }

  /** Undoes {@link handOver} where that handler failed before it sent anything, so that the failure can be answered. */
  takeBack(): void {
    if (this.response.headersSent) return;
    for (const name of this.response.getHeaderNames()) this.response.removeHeader(name);
    this.committed = false;
    this.handedOver = false;
  }

  protected sendWhole(body: ReplyBody | undefined): void {
    const { response } = this;
    const unread = this.leavesBodyUnread();
    this.writeHead(unread);
    if (!unread || this.awaitsContinue) {
      response.end(body);
      return;
    }
    // A client that is still sending would see a reset instead of the reply if the connection were closed now.
    if (body !== undefined) response.write(body);
    discardRest(this.request, () => response.end());
  }

  protected sendHead(): void {
    this.writeHead(this.leavesBodyUnread());
    this.response.flushHeaders();
  }

  protected sendPiece(piece: ReplyBody): boolean {
    return this.response.write(piece);
  }

  protected whenWritable(listener: () => void): void {
    this.response.once('drain', listener);
  }

  protected sendEnd(): void {
    this.response.end();
  }

  protected failed(thrown: unknown): void {
    this.context.failed(this, thrown);
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

  tellFinished(): void {
    // A handler written for node sets the status on its own response.
    if (this.handedOver) this.status = this.response.statusCode;
    this.finished(this.request.httpVersionMajor === 1 ? this.wasSent() : wasTaken(this.response));
  }

  // Node takes the socket from a response that it has sent, but also from one whose connection was destroyed with the reply still in its
  // buffers; a connection that ends after its last reply is destroyed too, with nothing left in them.
  private wasSent(): boolean {
    const { socket } = this.request;
    return this.response.socket === null && (!socket.destroyed || socket.writableFinished);
  }

  private writeHead(lastOfConnection: boolean): void {
    const { response, fields } = this;
    if (this.request.httpVersionMajor === 2) {
      // HTTP/2 knows no Connection header: there the session says goodbye as a whole.
      for (let i = 0; i < fields.length; i += 2) {
        const name = checkHeaderName(fields[i]!);
        response.appendHeader(name, checkHeaderValue(name, fields[i + 1]!));
      }
      response.writeHead(this.status);
      return;
    }
    if (lastOfConnection) endingWith(this.request.socket);
    if (lastOfConnection || this.endsConnection()) fields.push('Connection', 'close');
    else if (this.context.keepAlive !== undefined && response.shouldKeepAlive) fields.push('Keep-Alive', this.context.keepAlive);
    response.writeHead(this.status, fields);
  }

  // When draining, the last reply begun says so: had an earlier one, node would drop the replies to pipelined requests behind it.
  private endsConnection(): boolean {
    const { socket } = this.request;
    if (!this.context.draining || !isLastBegun(socket, this.response)) return false;
    endingWith(socket);
    return true;
  }

  // A body that nobody reads is dropped by node, however long it is: beyond the limit we end the connection instead.
  private leavesBodyUnread(): boolean {
    const { headers } = this.request;
    const length = headers['content-length'];
    if (length === undefined && headers['transfer-encoding'] === undefined) return false;
    if (this.request.complete || this.request.httpVersionMajor === 2) return false;
    return (
      this.awaitsContinue || this.requestBody?.refused === true || length === undefined || Number(length) > this.context.maxRequestBodySize
    );
  }
}

const watchedBy = Symbol('exchange');

interface Watched extends ServerResponse {
  [watchedBy]?: NodeExchange;
}

function tellClosed(this: Watched): void {
  this[watchedBy]!.tellFinished();
}

// A socket that takes both families shows IPv4 clients as "::ffff:127.0.0.1", which no log or rule expects.
function plainAddress(address: string | undefined): string {
  return address === undefined ? '' : address.startsWith('::ffff:') ? address.slice(7) : address;
}

// The compatible class of HTTP/2 does not say whether all was sent, but its stream does.
function wasTaken(response: ServerResponse): boolean {
  const { stream } = response as unknown as { stream?: { readonly rstCode: number; readonly aborted: boolean } };
  return response.writableEnded && stream?.rstCode === 0 && !stream.aborted;
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
const discardTime = 1_000;
