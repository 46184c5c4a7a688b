import { sendAtExit } from './exit-courier.js';
import { Pace } from './pace.js';
import type { Outcome, Sink } from './sink.js';
import { openConnection } from './syslog-connection.js';
import type { Connection, SyslogTarget } from './syslog-connection.js';

const firstPause = 100;
const longestPause = 30_000;
const largestBatch = 65_536;
const newline = 10;

type Done = (outcome: Outcome) => void;

type State =
  | { readonly kind: 'unconnected' }
  /** The messages wait for the connection. */
  | { readonly kind: 'connecting'; readonly connection: Connection; readonly messages: Buffer; readonly done: Done }
  | { readonly kind: 'connected'; readonly connection: Connection }
  /** The connection has messages and will call back. */
  | { readonly kind: 'sending'; readonly connection: Connection; readonly done: Done }
  | { readonly kind: 'closed' };

const unconnected: State = { kind: 'unconnected' };

/**
 * Sends messages to a syslog receiver over a connection that it renews by itself. A batch is sent when the system has taken the one before: a receiver
 * that does not read fills our buffer, which has a limit, and not the memory.
 */
export class SyslogSink implements Sink {
  readonly name: string;
  readonly burst = largestBatch;
  readonly pace = new Pace();
  private state: State = unconnected;
  private nextPause = firstPause;

  constructor(private readonly target: SyslogTarget) {
    this.name = `syslog at ${target.protocol}://${target.host}:${target.port}`;
  }

  write(bytes: Buffer, done: Done): void {
    if (this.state.kind === 'connected') this.send(this.state.connection, batchOf(bytes), done);
    else this.connect(batchOf(bytes), done);
  }

  // What the system has is known when the connection calls back.
  arrived(): undefined {
    return undefined;
  }

  recall(): boolean {
    return false;
  }

  writeNow(bytes: Buffer): Outcome | undefined {
    const taken = this.state.kind === 'connected' ? this.state.connection.sendNow(batchOf(bytes)) : 0;
    return taken === 0 ? undefined : { kind: 'taken', bytes: taken };
  }

  abandon(): number {
    const { state } = this;
    if (state.kind !== 'sending') return 0;
    this.state = { kind: 'connected', connection: state.connection };
    return state.connection.handedOver();
  }

  deliverAtExit(bytes: Buffer): void {
    sendAtExit(this.target, bytes);
  }

  close(): number {
    const { state } = this;
    const handedOver = state.kind === 'sending' ? state.connection.handedOver() : 0;
    if ('connection' in state) state.connection.close();
    this.state = { kind: 'closed' };
    return handedOver;
  }

  private connect(messages: Buffer, done: Done): void {
    const connection = openConnection(this.target, { ready: () => this.ready(), lost: (error) => this.lost(error) });
    this.state = { kind: 'connecting', connection, messages, done };
  }

  private ready(): void {
    if (this.state.kind === 'connecting') this.send(this.state.connection, this.state.messages, this.state.done);
  }

  private send(connection: Connection, messages: Buffer, done: Done): void {
    const sending: State = { kind: 'sending', connection, done };
    this.state = sending;
    connection.send(messages, (bytes, error) => {
      if (this.state !== sending) return;
      this.state = { kind: 'connected', connection };
      if (error !== undefined && bytes === 0) done(this.later(error));
      else {
        this.nextPause = firstPause;
        done({ kind: 'taken', bytes });
      }
    });
  }

  private lost(error: Error): void {
    const { state } = this;
    if (state.kind === 'closed') return;
    this.state = unconnected;
    if ('done' in state) state.done(this.later(error));
  }

  private later(error: Error): Outcome {
    const milliseconds = this.nextPause;
    this.nextPause = Math.min(milliseconds * 2, longestPause);
    return { kind: 'later', milliseconds, error };
  }
}

// Whole messages, and at least one.
function batchOf(bytes: Buffer): Buffer {
  if (bytes.length <= largestBatch) return bytes;
  const lastEnd = bytes.lastIndexOf(newline, largestBatch - 1);
  return bytes.subarray(0, (lastEnd === -1 ? bytes.indexOf(newline) : lastEnd) + 1);
}
