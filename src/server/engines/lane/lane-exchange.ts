import type { X509Certificate } from 'node:crypto';

import type { ReplyBody, RequestBody } from '../../../http/exchange.js';
import { EngineExchange } from '../engine-exchange.js';
import { indexOfField, removeField } from '../field-list.js';
import { forwardedFor, forwardedSecure } from '../forwarded.js';
import type { RequestHead } from './head-scanner.js';
import { LaneBody } from './lane-body.js';
import { LaneHeaders } from './lane-headers.js';
import type { ReplyLine } from './lane.js';
import { replyHead } from './reply-head.js';

/** An exchange whose request has arrived whole and was read by our own scanner. */
export class LaneExchange extends EngineExchange {
  readonly httpVersion = '1.1';
  /** There are no objects of node's behind it. */
  readonly native = undefined;
  private requestHeaders: LaneHeaders | undefined = undefined;
  private requestBody: LaneBody | undefined = undefined;
  private isChunked = false;
  private state: 'under way' | 'leaving' | 'sent' | 'broken off' = 'under way';
  /** Somebody wants to know how the exchange ended. */
  isAwaited = false;

  constructor(
    private readonly head: RequestHead,
    private readonly content: Uint8Array,
    private readonly connection: ReplyLine,
  ) {
    super(head.method, head.target);
  }

  get headers(): LaneHeaders {
    return (this.requestHeaders ??= new LaneHeaders(this.head));
  }

  get body(): RequestBody {
    return (this.requestBody ??= new LaneBody(this.content, this.headers, this.connection.lane.maxRequestBodySize));
  }

  get remoteAddress(): string {
    return forwardedFor(this.headers, this.connection.lane) ?? this.connection.peerAddress;
  }

  get secure(): boolean {
    return forwardedSecure(this.headers, this.connection.lane) ?? this.connection.isEncrypted;
  }

  get clientCertificate(): X509Certificate | undefined {
    return this.connection.clientCertificate;
  }

  get stopping(): AbortSignal {
    return this.connection.lane.stopping;
  }

  get keepsAlive(): boolean {
    return this.head.keepsAlive;
  }

  abort(): void {
    if (this.state !== 'under way') return;
    this.markAborted();
    this.connection.destroy();
  }

  sendPiece(piece: ReplyBody): boolean {
    return this.connection.sendPiece(piece, this.isChunked ? 'chunk' : 'as it is');
  }

  whenWritable(listener: () => void): void {
    this.connection.whenWritable(listener);
  }

  sendEnd(): void {
    this.state = 'leaving';
    this.connection.sendLastPiece(this.isChunked ? 'chunk' : 'as it is');
  }

  /** The client has closed its side: it may be gone, or wait for the reply. */
  clientEnded(): void {
    this.clientMayBeGone();
  }

  /** The client has probably left; a reply is still sent. */
  clientBrokeOff(): void {
    if (this.isAwaited) this.finished(false);
  }

  /** Called by the connection, once: all bytes have left, or the connection is gone. */
  over(complete: boolean): void {
    if (this.state === 'sent' || this.state === 'broken off') return;
    this.state = complete ? 'sent' : 'broken off';
    if (this.isAwaited) this.finished(complete);
  }

  protected sendWhole(body: ReplyBody | undefined): void {
    const head = this.buildHead('whole');
    this.state = 'leaving';
    // As many bytes as characters: every character is ASCII.
    if (typeof body === 'string' && body.length === this.bodyBytes) this.connection.sendText(head + body);
    else if (body === undefined) this.connection.sendText(head);
    else this.connection.sendHeadAndBody(head, body);
  }

  protected sendHead(): void {
    const isChunked = indexOfField(this.fields, 'Content-Length') < 0;
    this.connection.beginPieces(this.buildHead(isChunked ? 'in chunks' : 'whole'));
    this.isChunked = isChunked;
  }

  protected failed(thrown: unknown): void {
    this.connection.lane.failed(this, thrown);
  }

  protected watch(): void {
    this.isAwaited = true;
    if (this.state === 'sent' || this.state === 'broken off') queueMicrotask(() => this.finished(this.state === 'sent'));
  }

  private buildHead(body: 'whole' | 'in chunks'): string {
    const { connection, fields } = this;
    let closes = connection.isLast;
    // How the connection goes on is ours to say; a handler may only ask for its end.
    const asked = indexOfField(fields, 'Connection');
    if (asked >= 0) {
      closes ||= /\bclose\b/i.test(fields[asked + 1]!);
      removeField(fields, 'Connection');
    }
    if (indexOfField(fields, 'Transfer-Encoding') >= 0) removeField(fields, 'Transfer-Encoding');
    const head = replyHead(this.status, fields, { closes, chunked: body === 'in chunks', keepAlive: connection.lane.keepAlive });
    if (closes) connection.isEnding = true;
    return head;
  }
}
