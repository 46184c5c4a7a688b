import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerRequest, Http2ServerResponse, constants } from 'node:http2';
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';

import type { ReplyBody } from '../../http/exchange.js';
import { ReplyAbortedError } from '../../http/exchange.js';
import { checkHeaderName, checkHeaderValue } from '../../http/header-field.js';
import type { EngineLimits } from './engine.js';
import { Http2Writer } from './http2-writer.js';
import { NodeExchange } from './node-exchange.js';
import type { NodeExchangeContext, NodeNative } from './node-exchange.js';
import type { HeaderTables } from './node-request-headers.js';
import { originForm } from './request-target.js';

/** A request as its HEADERS frame tells it. */
export interface Http2Head {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** The frame ends the stream as well: there is no body. */
  readonly endsStream: boolean;
}

/** What all streams of one connection share. */
export interface Http2Peer {
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly certificate: X509Certificate | undefined;
}

/** An exchange over a stream of HTTP/2. */
export class Http2Exchange extends NodeExchange {
  readonly httpVersion = '2.0';
  readonly announcesBody: boolean;
  private readonly begunAt = performance.now();
  private readonly writer: Http2Writer;
  private compatible: NodeNative | undefined = undefined;
  private awaitsContinue: boolean;
  private isReplyEnded = false;
  private hasTimedOut = false;

  constructor(
    readonly incoming: ServerHttp2Stream,
    private readonly head: Http2Head,
    private readonly peer: Http2Peer,
    context: NodeExchangeContext,
  ) {
    super(head.headers[':method']!, originForm(head.headers[':path'] ?? '/'), context, peer.address);
    this.announcesBody = !head.endsStream && head.headers['content-length'] !== '0';
    this.awaitsContinue = head.headers.expect !== undefined;
    this.writer = new Http2Writer(incoming);
  }

  /** The compatible classes of node, for handlers written for them. */
  get native(): NodeNative {
    return (this.compatible ??= this.makeCompatible());
  }

  get announcedLength(): number | undefined {
    const length = this.head.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  // A stream that was reset ends too; but then it is closed, and its reply is not finished.
  get hasArrived(): boolean {
    const { incoming } = this;
    return incoming.readableEnded && incoming.rstCode === constants.NGHTTP2_NO_ERROR && (!incoming.closed || incoming.writableFinished);
  }

  askForBody(): void {
    if (!this.awaitsContinue) return;
    this.awaitsContinue = false;
    if (isOpen(this.incoming)) this.incoming.additionalHeaders({ ':status': 100 });
  }

  /** Resets the stream with INTERNAL_ERROR; the connection serves the others. */
  abort(): void {
    if (this.isReplyEnded) return;
    this.markAborted();
    // Not close(): that one ends the stream in good order first, and the client would take the part for the whole.
    this.incoming.destroy(new ReplyAbortedError());
  }

  cutOff(): void {
    this.markAborted();
    this.incoming.destroy(new ReplyAbortedError());
  }

  sendPiece(piece: ReplyBody): boolean {
    return this.writer.write(piece);
  }

  whenWritable(listener: () => void): void {
    this.writer.whenWritable(listener);
  }

  sendEnd(last?: ReplyBody): void {
    this.isReplyEnded = true;
    this.writer.end(() => this.stopClient(), last);
  }

  /** Holds the client to its limits; called now and then. */
  look(now: number, { requestTimeout, writeTimeout }: EngineLimits): void {
    if (writeTimeout > 0 && this.writer.hasStalledFor(writeTimeout, now)) this.cutOff();
    else if (requestTimeout > 0 && !this.hasTimedOut && now - this.begunAt >= requestTimeout) this.hasTimedOut = this.requestTimedOut();
  }

  protected get isRequestComplete(): boolean {
    const { incoming } = this;
    return this.head.endsStream || incoming.readableEnded || incoming.destroyed || incoming.state.remoteClose === 1;
  }

  protected get requestLine(): string {
    const { headers } = this.head;
    return `${headers[':method']} ${headers[':path'] ?? headers[':authority']} HTTP/2.0`;
  }

  get clientCertificate(): X509Certificate | undefined {
    return this.peer.certificate;
  }

  protected get isEncrypted(): boolean {
    return this.peer.isEncrypted;
  }

  protected headerTables(): HeaderTables {
    return withoutPseudoHeaders(this.head);
  }

  protected beginHandOver(): void {
    this.askForBody();
  }

  protected sendWhole(body: ReplyBody | undefined): void {
    const head = this.replyHead();
    if (isOpen(this.incoming)) this.incoming.respond(head, { endStream: body === undefined || body.length === 0 });
    this.sendEnd(body);
  }

  protected sendHead(): void {
    const head = this.replyHead();
    if (isOpen(this.incoming)) this.incoming.respond(head);
  }

  protected watch(): void {
    if (this.incoming.closed && this.incoming.destroyed) queueMicrotask(() => this.tellFinished());
    else this.incoming.once('close', () => this.tellFinished());
  }

  private tellFinished(): void {
    const { incoming } = this;
    // A handler written for node sets the status on its own response.
    if (this.isHandedOver) this.status = this.native.response.statusCode;
    const isEnded = this.isReplyEnded || (this.isHandedOver && this.native.response.writableEnded);
    this.finished(isEnded && incoming.writableFinished && incoming.rstCode === constants.NGHTTP2_NO_ERROR && !incoming.aborted);
  }

  // Checked in full before anything is sent.
  private replyHead(): OutgoingHttpHeaders {
    const { fields } = this;
    const head: Record<string, number | string | string[]> = { ':status': this.status };
    for (let i = 0; i < fields.length; i += 2) {
      const name = checkHeaderName(fields[i]!).toLowerCase();
      const value = checkHeaderValue(name, fields[i + 1]!);
      // RFC 9113 §8.2.2: headers about the connection do not exist here.
      if (ofConnection.has(name)) continue;
      const others = head[name];
      if (others === undefined) head[name] = value;
      else if (Array.isArray(others)) others.push(value);
      else head[name] = [String(others), value];
    }
    return head;
  }

  // The reply is complete: a client that is still sending need not go on (RFC 9113 §8.1).
  private stopClient(): void {
    if (!this.head.endsStream && !this.hasArrived && isOpen(this.incoming)) this.incoming.close(constants.NGHTTP2_NO_ERROR);
  }

  private makeCompatible(): NodeNative {
    const { incoming, head } = this;
    return {
      request: new Http2ServerRequest(incoming, head.headers, {}, head.rawHeaders) as unknown as IncomingMessage,
      response: new Http2ServerResponse(incoming) as unknown as ServerResponse,
    };
  }
}

function isOpen(stream: ServerHttp2Stream): boolean {
  return !stream.destroyed && !stream.closed;
}

// The authority is what HTTP/1.1 calls Host (RFC 9113 §8.3.1); method, path and scheme are not header fields.
function withoutPseudoHeaders({ headers, rawHeaders }: Http2Head): HeaderTables {
  const authority = headers[':authority'];
  const lines: string[] = authority === undefined ? [] : ['host', authority];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!name.startsWith(':') && (authority === undefined || name !== 'host')) lines.push(name, rawHeaders[i + 1]!);
  }
  if (authority !== undefined) headers.host = authority;
  return { headers, rawHeaders: lines };
}

const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'te']);
