import { createSocket } from 'node:dgram';
import type { Socket as DatagramSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import { reportTrouble } from '../trouble-report.js';
import { FlushWaiters } from './flush-waiters.js';
import type { SyslogFormat } from './syslog-format.js';

export interface SyslogTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'udp' | 'tcp';
  readonly format: SyslogFormat;
  /** Bytes kept while the receiver cannot be reached; beyond them messages are dropped. */
  readonly limit: number;
  /** Milliseconds without any progress after which a flush gives up. */
  readonly patience: number;
}

/** A connection on which messages can be sent; it calls back when it can, and when it no longer can. */
interface Connection {
  send(message: Buffer, sent: (error: Error | null | undefined) => void): void;
  close(): void;
}

const shortestPause = 100;
const longestPause = 30_000;

/** Brings messages to a syslog receiver, in order, over a connection that it renews by itself. */
export class SyslogTransport {
  dropped = 0;
  private queue: Buffer[] = [];
  private queuedBytes = 0;
  private underWay = 0;
  private connection: Connection | undefined;
  private state: 'idle' | 'connecting' | 'connected' | 'closed' = 'idle';
  private pause = shortestPause;
  private retry: NodeJS.Timeout | undefined;
  private progress = 0;
  private readonly waiters = new FlushWaiters();

  constructor(private readonly target: SyslogTarget) {}

  send(message: Buffer): void {
    if (this.state === 'connected') {
      this.transmit(message);
      return;
    }
    if (this.state === 'closed' || this.queuedBytes + message.length > this.target.limit) {
      this.dropped++;
      return;
    }
    this.queue.push(message);
    this.queuedBytes += message.length;
    if (this.state === 'idle' && this.retry === undefined) this.connect();
  }

  flush(): Promise<void> {
    return this.pending === 0 ? Promise.resolve() : this.waiters.wait(this.target.patience, () => this.progress);
  }

  async close(): Promise<void> {
    await this.flush();
    this.state = 'closed';
    this.dropped += this.pending;
    this.queue = [];
    if (this.retry !== undefined) clearTimeout(this.retry);
    this.connection?.close();
  }

  private get pending(): number {
    return this.queue.length + this.underWay;
  }

  private connect(): void {
    this.state = 'connecting';
    const open = this.target.protocol === 'udp' ? openDatagrams : openStream;
    this.connection = open(this.target, {
      ready: () => {
        if (this.state === 'closed') return;
        this.state = 'connected';
        this.pause = shortestPause;
        const queue = this.queue;
        this.queue = [];
        this.queuedBytes = 0;
        for (const message of queue) this.transmit(message);
      },
      failed: (error) => this.lost(error),
    });
  }

  private transmit(message: Buffer): void {
    this.underWay++;
    this.connection!.send(message, (error) => {
      this.underWay--;
      this.progress++;
      if (error) {
        this.dropped++;
        reportTrouble(`cannot send to syslog at ${this.address}, messages are dropped`, error);
      }
      if (this.pending === 0) this.waiters.release();
    });
  }

  private lost(error: Error): void {
    if (this.state === 'closed') return;
    this.state = 'idle';
    this.connection?.close();
    this.connection = undefined;
    reportTrouble(`cannot reach syslog at ${this.address}, messages are kept in memory meanwhile`, error);
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      if (this.state === 'idle' && this.queue.length > 0) this.connect();
    }, this.pause).unref();
    this.pause = Math.min(this.pause * 2, longestPause);
  }

  private get address(): string {
    return `${this.target.protocol}://${this.target.host}:${this.target.port}`;
  }
}

interface ConnectionEvents {
  readonly ready: () => void;
  readonly failed: (error: Error) => void;
}

function openDatagrams({ host, port }: SyslogTarget, { ready, failed }: ConnectionEvents): Connection {
  const socket: DatagramSocket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' });
  let connected = false;
  // Once connected, an error is the echo of an earlier datagram that found nobody; the next may find somebody.
  socket.on('error', (error) => {
    if (!connected) failed(error);
  });
  socket.connect(port, host, () => {
    connected = true;
    socket.unref();
    ready();
  });
  return { send: (message, sent) => socket.send(message, sent), close: () => socket.close() };
}

// RFC 6587: receivers of RFC 5424 count octets, those of RFC 3164 end a message at the newline.
function openStream({ host, port, format }: SyslogTarget, { ready, failed }: ConnectionEvents): Connection {
  const socket: Socket = connect({ host, port });
  socket.setNoDelay(true);
  socket.on('connect', () => {
    socket.unref();
    ready();
  });
  socket.on('error', failed);
  socket.on('close', () => failed(new Error('the receiver closed the connection')));
  socket.resume();
  const frame = (message: Buffer): Buffer => {
    return format === 'rfc5424' ? Buffer.concat([Buffer.from(`${message.length} `), message]) : Buffer.concat([message, newline]);
  };
  return { send: (message, sent) => socket.write(frame(message), sent), close: () => socket.destroy() };
}

const newline = Buffer.from('\n');
