import { createSocket } from 'node:dgram';
import type { SocketOptions } from 'node:dgram';
import { connect } from 'node:net';
import type { LookupFunction } from 'node:net';

import type { SyslogFormat } from './syslog-format.js';

/** Where a syslog receiver listens, and what it understands. */
export interface SyslogTarget {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'udp' | 'tcp';
  readonly format: SyslogFormat;
  /** Resolves the host; Node's own unless given. */
  readonly lookup?: LookupFunction | undefined;
}

/** A connection to a receiver. Messages are whole lines, each ended by a newline. */
export interface Connection {
  /** Sends messages; calls back once with how many bytes of them the system took, and an error if that is not all. */
  send(messages: Buffer, done: (bytes: number, error?: Error) => void): void;
  /** How many bytes of the messages under way the system has for certain. */
  handedOver(): number;
  /** Hands messages to the system without the event loop; yields how many bytes it has for certain. */
  sendNow(messages: Buffer): number;
  close(): void;
}

/** What happens to a connection; after `lost` nothing else does. */
export interface ConnectionEvents {
  readonly ready: () => void;
  readonly lost: (error: Error) => void;
}

/** Opens a connection; neither it nor the attempt keeps the process alive. */
export function openConnection(target: SyslogTarget, events: ConnectionEvents): Connection {
  return target.protocol === 'udp' ? new DatagramConnection(target, events) : new StreamConnection(target, events);
}

class DatagramConnection implements Connection {
  private readonly socket;
  private state: 'opening' | 'open' | 'closed' = 'opening';
  private sent = 0;

  constructor({ host, port, lookup }: SyslogTarget, { ready, lost }: ConnectionEvents) {
    // A datagram socket never asks for all addresses, so the function is always given the form that it expects.
    const options = lookup === undefined ? {} : { lookup: lookup as NonNullable<SocketOptions['lookup']> };
    this.socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', ...options }).unref();
    const fail = (error: Error): void => {
      if (this.state !== 'opening') return;
      this.close();
      lost(error);
    };
    // On an open socket an error is the echo of an earlier datagram that nobody received; the next send gets it too.
    this.socket.on('error', fail);
    // Node passes the error of the lookup to this callback, which its types do not say.
    const connected = (error?: Error): void => {
      if (error) fail(error);
      else if (this.state === 'opening') {
        this.state = 'open';
        ready();
      }
    };
    this.socket.connect(port, host, connected);
  }

  send(messages: Buffer, done: (bytes: number, error?: Error) => void): void {
    this.sent = 0;
    const sendNext = (): void => {
      const from = this.sent;
      const end = messages.indexOf(newline, from);
      if (end === -1) {
        done(from);
        return;
      }
      // A connected socket sends before this returns; only the news comes later.
      this.sent = end + 1;
      this.socket.send(messages, from, end - from, (error) => {
        if (error) done(from, error);
        else sendNext();
      });
    };
    sendNext();
  }

  handedOver(): number {
    return this.sent;
  }

  sendNow(messages: Buffer): number {
    for (const message of messagesIn(messages)) this.socket.send(message, () => {});
    return messages.length;
  }

  close(): void {
    if (this.state !== 'closed') this.socket.close();
    this.state = 'closed';
  }
}

class StreamConnection implements Connection {
  private readonly socket;
  private readonly frame: (messages: Buffer) => Buffer;
  private underWay = 0;
  private isOver = false;

  constructor({ host, port, format, lookup }: SyslogTarget, { ready, lost }: ConnectionEvents) {
    this.frame = format === 'rfc5424' ? withOctetCounts : (messages) => messages;
    this.socket = connect({ host, port, ...(lookup === undefined ? {} : { lookup }) }).unref();
    const fail = (error: Error): void => {
      if (this.isOver) return;
      this.close();
      lost(error);
    };
    this.socket.setNoDelay(true);
    this.socket.on('connect', ready);
    this.socket.on('error', fail);
    this.socket.on('close', () => fail(new Error('the receiver closed the connection')));
    // Nothing is expected from the receiver, but only a socket that reads notices that the other end is closed.
    this.socket.resume();
  }

  send(messages: Buffer, done: (bytes: number, error?: Error) => void): void {
    this.underWay = messages.length;
    this.socket.write(this.frame(messages), (error) => (error ? done(0, error) : done(messages.length)));
  }

  handedOver(): number {
    return this.socket.writableLength === 0 ? this.underWay : 0;
  }

  sendNow(messages: Buffer): number {
    if (this.socket.writableLength > 0) return 0;
    this.send(messages, () => {});
    return this.handedOver();
  }

  close(): void {
    this.isOver = true;
    this.socket.destroy();
  }
}

const newline = 10;

function* messagesIn(lines: Buffer): Generator<Buffer> {
  for (let from = 0, end = 0; (end = lines.indexOf(newline, from)) !== -1; from = end + 1) yield lines.subarray(from, end);
}

// RFC 6587: receivers of RFC 5424 count octets, those of RFC 3164 end a message at the newline.
function withOctetCounts(messages: Buffer): Buffer {
  return Buffer.concat([...messagesIn(messages)].flatMap((message) => [Buffer.from(`${message.length} `), message]));
}
