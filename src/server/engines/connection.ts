import type { Socket } from 'node:net';

/** The last reply begun on a connection, as far as the end of the connection depends on it. */
export interface ReplyUnderWay {
  /** All of it has left, or never will. */
  readonly isOver: boolean;
  /** Its head was sent. */
  readonly hasBegun: boolean;
  whenOver(listener: () => void): void;
  /** The last byte of its request has arrived. */
  readonly isRequestRead: boolean;
  whenRequestRead(listener: () => void): void;
  /** The client takes too long to send its body; false where the request has come whole. */
  requestTimedOut(): boolean;
  /** Told that the client has closed its side. */
  clientEnded(): void;
  /** Told that the client has probably left: the exchange counts as broken off, though a reply that still comes is sent. */
  clientBrokeOff(): void;
}

/** One connection, and the reply that is the last one begun on it where it speaks HTTP/1.1. */
export class Connection {
  /** Replies go out in order, so the latest is the last. */
  private reply: ReplyUnderWay | undefined = undefined;
  private lastRequest = performance.now();
  /** When the last request was read to its end; undefined while it is not. */
  private requestRead: number | undefined = undefined;
  private timer: NodeJS.Timeout | undefined = undefined;
  private forgotten = false;
  private clientDone: NodeJS.Timeout | undefined = undefined;
  /** The last reply has told the client that the connection ends: what the client sends after that is not served. */
  isEnding = false;

  private constructor(
    readonly socket: Socket,
    private readonly speaks: 'http' | 'http2' | 'handshake',
  ) {}

  /** Tracks the connection from here on. */
  static of(socket: Socket, idleTimeout: number): Connection {
    const connection = new Connection(socket, 'http');
    (socket as Tracked)[connectionKey] = connection;
    socket.once('end', () => connection.clientEnded(idleTimeout));
    return connection;
  }

  /** An HTTP/2 session has its own way to keep track of its requests and to end. */
  static ofSession(socket: Socket): Connection {
    const connection = new Connection(socket, 'http2');
    (socket as Tracked)[connectionKey] = connection;
    return connection;
  }

  /** What lies below a TLS connection, until its handshake has ended. */
  static beforeTls(socket: Socket): Connection {
    return new Connection(socket, 'handshake');
  }

  begin(reply: ReplyUnderWay): void {
    this.reply = reply;
    this.lastRequest = performance.now();
    this.requestRead = this.lastRequest;
    if (reply.isRequestRead) return;
    this.requestRead = undefined;
    reply.whenRequestRead(() => {
      if (this.reply === reply) this.requestRead = performance.now();
    });
  }

  /** The client has taken too long to send what it is sending; false where that is not the body of a request that was begun. */
  requestTimedOut(): boolean {
    return this.isBusy && this.reply!.requestTimedOut();
  }

  get isBusy(): boolean {
    const { reply } = this;
    return reply !== undefined && !reply.isOver;
  }

  isLatest(reply: ReplyUnderWay): boolean {
    return this.reply === reply;
  }

  /** True once the client has said that it sends nothing more. */
  get hasClientEnded(): boolean {
    return this.clientDone !== undefined;
  }

  /** Stops reading for a moment; false where that is not possible, or node has done so already. */
  pause(): boolean {
    if (this.speaks !== 'http' || this.socket.destroyed || this.socket.isPaused()) return false;
    this.socket.pause();
    return true;
  }

  closeWhenQuiet(): void {
    const { socket } = this;
    if (this.forgotten || this.speaks === 'http2' || socket.destroyed || socket.writableEnded) return;
    if (this.isBusy) {
      // Its reply may have begun before the stop, so that it could not say that the connection ends.
      this.reply!.whenOver(() => this.closeWhenQuiet());
      return;
    }
    const seen = socket.bytesRead;
    const closeIfQuiet = () => {
      if (this.forgotten) return;
      // Bytes without a request are the beginning of one.
      if (this.isBusy || socket.bytesRead !== seen) this.closeWhenQuiet();
      else this.end();
    };
    const patience = performance.now() - this.lastRequest > longQuiet ? 0 : quietTime;
    this.timer = setTimeout(() => afterReading(closeIfQuiet), patience);
  }

  forget(): void {
    this.forgotten = true;
    clearTimeout(this.timer);
    clearInterval(this.clientDone);
  }

  // We say that we are done and wait a moment for the other side to say so too; a reset could reach the client before our last reply.
  private end(): void {
    if (this.socket.destroyed) return;
    if (this.speaks === 'handshake') {
      this.socket.destroy();
      return;
    }
    this.timer = setTimeout(() => this.socket.destroy(), 500);
    this.socket.end();
  }

  /**
   * The client sends nothing more. Either it only closed its side and waits for the reply ("nc -N"), or it is gone: the two look the same until
   * something is sent. One that closes its side with the request waits, though it may have left since: the request's signal is aborted, the reply is
   * sent if one comes within the idle time-out, and a stream goes on for as long as it flows. One that closes its side long after the request has left.
   * Between the two, under load, lies doubt: the exchange counts as broken off, and a reply that still comes is sent.
   */
  private clientEnded(idleTimeout: number): void {
    if (!this.isBusy) return;
    const delay = this.requestRead === undefined ? 0 : performance.now() - this.requestRead;
    if (delay > doubtWithin) {
      this.socket.destroy();
      return;
    }
    let bytesSeen = -1;
    let looks = 0;
    this.clientDone = setInterval(() => {
      const { socket, reply } = this;
      const flows = socket.bytesWritten !== bytesSeen || socket.writableLength > 0;
      bytesSeen = socket.bytesWritten;
      const waitsForReply = !reply!.hasBegun && (idleTimeout <= 0 || ++looks * halfClosedLook < idleTimeout);
      if (!flows && !waitsForReply) socket.destroy();
    }, halfClosedLook);
    this.reply!.clientEnded();
    if (delay > togetherWithin) this.reply!.clientBrokeOff();
  }
}

/** Notes that a connection has begun a request; the only thing that is done for every one. */
export function busyWith(socket: Socket, reply: ReplyUnderWay): void {
  (socket as Tracked)[connectionKey]?.begin(reply);
}

/** Gives up on the body that is being sent over a connection; false where there is none. */
export function requestTimedOut(socket: Socket): boolean {
  return (socket as Tracked)[connectionKey]?.requestTimedOut() === true;
}

/** True while a connection has a request that is not yet answered whole. */
export function isBusy(socket: Socket): boolean {
  return (socket as Tracked)[connectionKey]?.isBusy === true;
}

/** True for a connection that takes no more requests: what still arrives on it cannot be answered and must not be begun. */
export function isEnding(socket: Socket): boolean {
  return socket.writableEnded || (socket as Tracked)[connectionKey]?.isEnding === true;
}

/** True for a connection on which HTTP is spoken: TLS, if any, has been agreed on. */
export function isOpen(socket: Socket): boolean {
  return (socket as Tracked)[connectionKey] !== undefined;
}

/** True where the client has closed its side while a request was under way. */
export function hasClientEnded(socket: Socket): boolean {
  return (socket as Tracked)[connectionKey]?.hasClientEnded === true;
}

/** True for the reply after which a connection can be closed without leaving a pipelined request unanswered. */
export function isLastBegun(socket: Socket, reply: ReplyUnderWay): boolean {
  return (socket as Tracked)[connectionKey]?.isLatest(reply) !== false;
}

/** Notes that a reply tells its client that the connection ends. */
export function endingWith(socket: Socket): void {
  const connection = (socket as Tracked)[connectionKey];
  if (connection !== undefined) connection.isEnding = true;
}

/**
 * Calls back when what has arrived by now is read. A timer comes before the sockets are read: where the process was held up, a request may have
 * arrived long ago and still wait.
 */
export function afterReading(listener: () => void): void {
  setImmediate(() => setImmediate(listener));
}

const quietTime = 1_000;
const longQuiet = 3_000;
const togetherWithin = 75;
const doubtWithin = 1_000;
const halfClosedLook = 250;

const connectionKey = Symbol('connection');

interface Tracked extends Socket {
  [connectionKey]?: Connection;
}
