import { AsyncResource } from 'node:async_hooks';
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { ReplyBody } from '../../../http/exchange.js';
import { clientCertificateOf } from '../client-certificate.js';
import { busyWith, endingWith } from '../connection.js';
import type { ReplyUnderWay } from '../connection.js';
import { callHandler, plainAddress } from '../node-exchange.js';
import { incomplete, notOrdinary, scanHead } from './head-scanner.js';
import { LaneExchange } from './lane-exchange.js';
import type { Lane, PieceFraming, ReplyLine, WaitingConnection } from './lane.js';
import { writePiece } from './write-piece.js';

/**
 * One connection in the lane. Requests are begun one after the other, each when its last byte has arrived:
 *
 * ```
 *   bytes ──► scanHead ── ordinary ────► exchange ──► handler ──► reply ──► next bytes
 *                     ├── incomplete ──► waits for more bytes, then for node's server
 *                     └── not ordinary ► node's server, with all bytes from the first of this request on, for good
 * ```
 *
 * Replies to requests that came in one piece and were answered at once leave in one write.
 */
export class LaneConnection implements ReplyUnderWay, ReplyLine, WaitingConnection {
  readonly peerAddress: string;
  readonly isEncrypted: boolean;
  isEnding = false;
  looks = 0;
  private bytes: Buffer = none;
  private at = 0;
  private current: LaneExchange | undefined = undefined;
  private isReading = false;
  private hasLeft = false;
  private clientHasEnded = false;
  private text = '';
  /** Exchanges whose replies are handed to the socket but may not have left yet. */
  private leaving: LaneExchange[] = [];
  private overListeners: (() => void)[] | undefined = undefined;
  private readonly scope = new AsyncResource('KeelsonConnection');

  private constructor(
    private readonly socket: Socket,
    readonly lane: Lane,
  ) {
    this.peerAddress = plainAddress(socket.remoteAddress);
    this.isEncrypted = (socket as Partial<TLSSocket>).encrypted === true;
    socket.on('data', this.onData).on('end', this.onEnd).on('error', this.onError).on('close', this.onClose);
    lane.waiting.add(this);
  }

  /** From here on the connection is the lane's. */
  static begin(socket: Socket, lane: Lane): LaneConnection {
    return new LaneConnection(socket, lane);
  }

  get isSilent(): boolean {
    return this.at >= this.bytes.length;
  }

  get clientCertificate(): X509Certificate | undefined {
    return clientCertificateOf(this.socket);
  }

  get isOver(): boolean {
    return this.current === undefined && this.leaving.length === 0;
  }

  get hasBegun(): boolean {
    return this.current === undefined || this.current.committed;
  }

  readonly isRequestRead = true;

  whenRequestRead(listener: () => void): void {
    listener();
  }

  requestTimedOut(): boolean {
    return false;
  }

  whenOver(listener: () => void): void {
    if (this.isOver) queueMicrotask(listener);
    else (this.overListeners ??= []).push(listener);
  }

  clientEnded(): void {
    this.current?.clientEnded();
  }

  clientBrokeOff(): void {
    this.current?.clientBrokeOff();
  }

  destroy(): void {
    this.socket.destroy();
  }

  refuseSilence(): void {
    this.lane.waiting.delete(this);
    this.lane.refuseSilence(this.socket);
  }

  leave(): void {
    const { socket, bytes, at } = this;
    this.hasLeft = true;
    this.lane.waiting.delete(this);
    this.flush();
    socket.off('data', this.onData).off('end', this.onEnd).off('error', this.onError).off('close', this.onClose);
    if (at < bytes.length) socket.unshift(at === 0 ? bytes : bytes.subarray(at));
    this.bytes = none;
    this.lane.handOver(socket);
    // Node's server listens for data, but does not end a pause that it has not begun.
    if (socket.isPaused()) socket.resume();
  }

  get isLast(): boolean {
    if (this.current?.keepsAlive === false || this.isEnding) return true;
    return this.lane.draining && this.isSilent && this.socket.readableLength === 0;
  }

  sendText(text: string): void {
    this.text += text;
    this.replied();
  }

  sendHeadAndBody(head: string, body: ReplyBody): void {
    const { socket } = this;
    this.writeText();
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
    this.replied();
  }

  beginPieces(head: string): void {
    this.writeText();
    this.socket.write(head, 'latin1');
  }

  sendPiece(piece: ReplyBody, framing: PieceFraming): boolean {
    return writePiece(this.socket, piece, framing);
  }

  whenWritable(listener: () => void): void {
    this.socket.once('drain', listener);
  }

  sendLastPiece(framing: PieceFraming): void {
    if (framing === 'chunk') this.text += '0\r\n\r\n';
    this.replied();
  }

  private replied(): void {
    if (this.current !== undefined) this.leaving.push(this.current);
    this.current = undefined;
    if (this.isReading) return;
    this.flush();
    // The caller is a handler that has waited; the next request is not part of what it does.
    if (!this.hasLeft) this.scope.runInAsyncScope(() => this.goOn());
  }

  private goOn(): void {
    if (!this.isSilent && !this.isEnding) this.read();
    if (this.current === undefined && !this.hasLeft && this.socket.isPaused()) this.socket.resume();
  }

  private readonly onData = (chunk: Buffer): void => this.scope.runInAsyncScope(receive, this, chunk);

  received(chunk: Buffer): void {
    this.bytes = this.at >= this.bytes.length ? chunk : Buffer.concat([this.bytes.subarray(this.at), chunk]);
    this.at = 0;
    if (this.current === undefined) this.read();
    else this.putBack();
  }

  /** Begins as many requests as have arrived, until one of them waits. */
  private read(): void {
    this.isReading = true;
    const { bytes, lane } = this;
    while (this.at < bytes.length && !this.isEnding) {
      const head = scanHead(bytes, this.at, lane.maxHeaderSize);
      if (head === notOrdinary || (head !== incomplete && head.contentLength > Math.min(lane.maxRequestBodySize, longestBody))) {
        this.isReading = false;
        this.leave();
        return;
      }
      if (head === incomplete || head.end + head.contentLength > bytes.length) {
        this.wait();
        break;
      }
      const end = head.end + head.contentLength;
      const content = end === head.end ? none : bytes.subarray(head.end, end);
      this.at = end;
      this.begin(new LaneExchange(head, content, this));
      if (this.current !== undefined) break;
    }
    this.isReading = false;
    this.flush();
    if (this.current !== undefined && this.at < bytes.length) this.putBack();
  }

  // What came behind a request under way waits in the socket, which then takes no more from its client. It also keeps back the end of the input,
  // behind which nothing could be handed to node's server.
  private putBack(): void {
    const { socket } = this;
    socket.pause();
    socket.unshift(this.at === 0 ? this.bytes : this.bytes.subarray(this.at));
    this.bytes = none;
    this.at = 0;
  }

  private begin(exchange: LaneExchange): void {
    this.lane.waiting.delete(this);
    this.current = exchange;
    busyWith(this.socket, this);
    callHandler(this.lane.handler, exchange);
  }

  private wait(): void {
    if (this.lane.waiting.has(this)) return;
    this.looks = 0;
    this.lane.waiting.add(this);
  }

  private flush(): void {
    this.writeText();
    const { socket, leaving } = this;
    if (leaving.length > 0) {
      if (socket.writableLength === 0) this.tellOver(!socket.destroyed);
      // Called when all that was written before has left, or is lost: node reports no error for writes that destroy() dropped.
      else socket.write('', 'latin1', () => this.tellOver(!socket.destroyed));
    }
    if (this.isEnding && this.current === undefined && !socket.writableEnded) {
      endingWith(socket);
      socket.end();
    } else if (this.clientHasEnded && this.current === undefined && this.at >= this.bytes.length) socket.end();
  }

  private writeText(): void {
    if (this.text === '') return;
    const { text } = this;
    this.text = '';
    this.socket.write(text, 'latin1');
  }

  /** Never within the call that ended a reply: its handler has not returned yet. */
  private tellOver(complete: boolean): void {
    const { leaving } = this;
    this.leaving = [];
    let awaited = this.overListeners !== undefined;
    for (const exchange of leaving) awaited ||= exchange.isAwaited;
    if (!awaited) for (const exchange of leaving) exchange.over(complete);
    else
      queueMicrotask(() => {
        for (const exchange of leaving) exchange.over(complete);
        this.tellConnectionOver();
      });
  }

  private tellConnectionOver(): void {
    if (!this.isOver) return;
    const listeners = this.overListeners;
    this.overListeners = undefined;
    for (const listener of listeners ?? []) listener();
  }

  private readonly onEnd = (): void => {
    this.clientHasEnded = true;
    if (this.current !== undefined) return;
    if (this.at < this.bytes.length) this.lane.refuseTruncated(this.socket);
    else if (this.leaving.length === 0) this.socket.end();
  };

  private readonly onError = (): void => {
    this.socket.destroy();
  };

  private readonly onClose = (): void => {
    this.lane.waiting.delete(this);
    const broken = this.current;
    this.current = undefined;
    this.tellOver(false);
    broken?.over(false);
    this.tellConnectionOver();
  };
}

/** Longer bodies are taken as they come, which is node's server's business. */
const longestBody = 64 * 1024;
const none: Buffer = Buffer.alloc(0);

// One function for all connections: the scope calls it with the connection as `this`.
function receive(this: LaneConnection, chunk: Buffer): void {
  this.received(chunk);
}
