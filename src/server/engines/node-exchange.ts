import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

import type { RequestBody } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import { reasonPhrase } from '../../http/status.js';
import { EngineExchange } from './engine-exchange.js';
import type { RefusalListener } from './engine.js';
import { forwardedFor, forwardedSecure } from './forwarded.js';
import type { ForwardedDialect } from './forwarded.js';
import { NodeRequestBody } from './node-request-body.js';
import type { BodySource } from './node-request-body.js';
import { NodeRequestHeaders } from './node-request-headers.js';
import type { HeaderTables } from './node-request-headers.js';

/** What the exchanges of one listener have in common. */
export interface NodeExchangeContext {
  readonly maxRequestBodySize: number;
  readonly trustedProxies: number;
  readonly forwardedDialect: ForwardedDialect | undefined;
  /** Tells clients how long a connection may stay idle, so that they do not reuse one that is about to be closed. */
  readonly keepAlive: string | undefined;
  /** True from the moment the listener stops: each reply then ends its connection. */
  draining: boolean;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  readonly maxHeaderSize: number;
  failed(exchange: NodeExchange, thrown: unknown): void;
  readonly refused: RefusalListener | undefined;
}

/** What {@link NodeExchange.native} gives to handlers written for node. */
export interface NodeNative {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An exchange over a socket of node's: what HTTP/1.1 and HTTP/2 have in common. */
export abstract class NodeExchange extends EngineExchange implements BodySource {
  protected requestBody: NodeRequestBody | undefined = undefined;
  private requestHeaders: NodeRequestHeaders | undefined = undefined;
  /** A handler written for node sends the reply. */
  protected isHandedOver = false;
  protected isRefused = false;

  constructor(
    method: string,
    target: string,
    readonly context: NodeExchangeContext,
    /** The address of the socket's other end. It is read at the beginning, since a socket that is gone has none. */
    private readonly peerAddress: string,
  ) {
    super(method, target);
  }

  abstract override readonly native: NodeNative;
  abstract readonly incoming: Readable;
  abstract readonly announcesBody: boolean;
  abstract readonly announcedLength: number | undefined;
  abstract readonly hasArrived: boolean;
  abstract askForBody(): void;

  /** Ends the connection, or the stream, whatever became of the reply. */
  abstract cutOff(): void;

  /** All of the request has come, read or not. */
  protected abstract readonly isRequestComplete: boolean;
  /** As HTTP/1.1 would write it. */
  protected abstract readonly requestLine: string;
  protected abstract readonly isEncrypted: boolean;
  protected abstract headerTables(): HeaderTables;
  /** Has the client sent what its handler needs, now that node's own objects take over. */
  protected abstract beginHandOver(): void;

  get headers(): NodeRequestHeaders {
    return (this.requestHeaders ??= new NodeRequestHeaders(this.headerTables()));
  }

  get body(): RequestBody {
    return (this.requestBody ??= new NodeRequestBody(this));
  }

  get stopping(): AbortSignal {
    return this.context.stopping;
  }

  get maxRequestBodySize(): number {
    return this.context.maxRequestBodySize;
  }

  get remoteAddress(): string {
    return forwardedFor(this.headers, this.context) ?? this.peerAddress;
  }

  get secure(): boolean {
    return forwardedSecure(this.headers, this.context) ?? this.isEncrypted;
  }

  /** Hides what described the encoded body, once it is decoded. */
  hideContentEncoding(): void {
    this.headers.hidesEncoding = true;
  }

  /** Leaves the reply to a handler written for node: headers set so far are put on its response. */
  handOver(): NodeNative {
    const { native } = this;
    for (const name of this.headerNames()) native.response.setHeader(name, this.header(name)!);
    this.beginHandOver();
    this.markSent();
    this.isHandedOver = true;
    return native;
  }

  /** Undoes {@link handOver} where that handler failed before it sent anything, so that the failure can be answered. */
  takeBack(): void {
    const { response } = this.native;
    if (response.headersSent) return;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    this.reopen();
    this.isHandedOver = false;
  }

  /** Answers without a handler. What the client still sends is not read, and over HTTP/1.1 the connection ends. */
  refuse(status: number): void {
    this.isRefused = true;
    const body = errorBody(status);
    this.status = status;
    this.setHeader('Content-Type', 'application/json');
    this.end(body);
    this.context.refused?.({
      status,
      remoteAddress: this.peerAddress,
      requestLine: this.requestLine.slice(0, longestRequestLine),
      bodyBytes: this.bodyBytes,
    });
  }

  /** The client has taken too long to send its body: its reader learns it, and answers 408. */
  requestTimedOut(): boolean {
    if (this.isRequestComplete) return false;
    if (this.committed) this.cutOff();
    else (this.requestBody ??= new NodeRequestBody(this)).timeOut();
    return true;
  }

  protected failed(thrown: unknown): void {
    this.context.failed(this, thrown);
  }
}

/** A refused request line goes into the log, and there need not be room for one that was refused because it is too long. */
export const longestRequestLine = 1_000;

/** The body of every error that an engine answers itself. */
export function errorBody(status: number): string {
  return JSON.stringify({ code: status, message: `HTTP ${status} ${reasonPhrase(status)}` });
}

/** Has the exchange answered; what the handler throws, at once or later, goes to the listener's failure path. */
export function callHandler(handler: Handler, exchange: EngineExchange): void {
  try {
    const handled = handler(exchange);
    if (handled !== undefined) {
      handled.then(
        () => exchange.handlerReturned(),
        (thrown: unknown) => exchange.handlerFailed(thrown),
      );
    }
  } catch (thrown) {
    exchange.handlerFailed(thrown);
  }
}

/** A socket that takes both families shows IPv4 clients as "::ffff:127.0.0.1", which no log or rule expects. */
export function plainAddress(address: string | undefined): string {
  return address === undefined ? '' : address.startsWith('::ffff:') ? address.slice(7) : address;
}
