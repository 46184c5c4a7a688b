import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';

import type { Exchange, ReplyBody } from '../../../http/exchange.js';
import type { Handler } from '../../../http/handler.js';
import type { ForwardedDialect } from '../forwarded.js';

/** What the connections of one listener share. */
export interface Lane {
  readonly handler: Handler;
  readonly maxRequestBodySize: number;
  readonly maxHeaderSize: number;
  readonly trustedProxies: number;
  readonly forwardedDialect: ForwardedDialect | undefined;
  readonly keepAlive: string | undefined;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  /** True from the moment the listener stops. */
  readonly draining: boolean;
  /** Connections that have begun a request, or none at all, and wait for more bytes. */
  readonly waiting: Set<WaitingConnection>;
  failed(exchange: Exchange, thrown: unknown): void;
  /** Has node's server go on with the socket, from the bytes that were put back. */
  handOver(socket: Socket): void;
  /** Answers a request that ended in the middle. */
  refuseTruncated(socket: Socket): void;
  /** Answers a connection on which nothing came in time. */
  refuseSilence(socket: Socket): void;
}

/** A connection that waits for bytes, as the lane's one timer sees it. */
export interface WaitingConnection {
  /** How often the lane has looked at it since it began to wait. */
  looks: number;
  /** Not one byte of a request has come. */
  readonly isSilent: boolean;
  /** Leaves the connection to node's server, with the bytes that were not answered. */
  leave(): void;
  refuseSilence(): void;
}

/** The connection as the exchange under way on it sees it. */
export interface ReplyLine {
  readonly lane: Lane;
  readonly peerAddress: string;
  readonly isEncrypted: boolean;
  readonly clientCertificate: X509Certificate | undefined;
  /** The reply under way says that the connection ends with it. */
  isEnding: boolean;
  /** True where no request follows the one under way: the client said so, or the listener stops and nothing more has arrived. */
  readonly isLast: boolean;
  /** Sends a whole reply of ASCII characters. */
  sendText(text: string): void;
  /** Sends a whole reply. */
  sendHeadAndBody(head: string, body: ReplyBody): void;
  /** Sends the head; pieces follow. */
  beginPieces(head: string): void;
  /** False where the next piece should wait. */
  sendPiece(piece: ReplyBody, framing: PieceFraming): boolean;
  whenWritable(listener: () => void): void;
  sendLastPiece(framing: PieceFraming): void;
  destroy(): void;
}

/** In chunks that say their size, or plainly where the length was announced. */
export type PieceFraming = 'chunk' | 'as it is';
