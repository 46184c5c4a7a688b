import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';

import type { Handler } from '../../src/http/handler.js';
import type { Engine, ListenOptions, Listener, TlsOptions } from '../../src/server/engines/engine.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { LaneEngine } from '../../src/server/engines/lane/lane-engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { fixture } from '../server/fixture-path.js';

const pem = readFileSync(fixture('chain-and-key.pem'), 'utf8');
export const testTls: TlsOptions = { cert: pem, key: pem };

/** A kind of connector as a client that speaks HTTP/1.1 over a socket of its own meets it. */
export interface Door {
  readonly name: string;
  readonly engine: Engine;
  readonly tls?: TlsOptions;
}

export const plainDoor: Door = { name: 'http', engine: new NodeHttpEngine() };
export const tlsDoors: readonly Door[] = [
  { name: 'https', engine: new NodeHttpEngine(), tls: testTls },
  { name: 'HTTP/1.1 on h2', engine: new NodeHttp2Engine(), tls: testTls },
];
export const http1Doors: readonly Door[] = [plainDoor, ...tlsDoors];
export const laneDoors: readonly Door[] = [
  { name: 'the lane', engine: new LaneEngine() },
  { name: 'the lane over TLS', engine: new LaneEngine(), tls: testTls },
];

/** Opens a listener for a test; at the end it is stopped, and what is left is cut off. */
export async function listening(
  { engine, tls }: Door,
  handler: Handler,
  use: (listener: Listener) => Promise<void>,
  options: Partial<ListenOptions> = {},
): Promise<void> {
  const listener = await engine.listen(
    {
      address: { kind: 'port', port: 0, host: '127.0.0.1' },
      limits: defaultLimits,
      trustedProxies: 0,
      onFailure: (exchange) => exchange.reply.abort(),
      tls,
      ...options,
    },
    handler,
  );
  try {
    await use(listener);
  } finally {
    await listener.stopAccepting();
    await listener.drain(AbortSignal.abort());
  }
}

/** Stops a listener as a server does, with all the time there is. */
export async function drained(listener: Listener): Promise<number> {
  await listener.stopAccepting();
  return (await listener.drain(new AbortController().signal)).cutOff;
}

/** A connection on which bytes are sent as they are; it may be closed in one direction only. */
export class RawConnection {
  private received = '';
  private wake: (() => void) | undefined = undefined;
  private ended = false;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text;
      this.wake?.();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (this.received += `<${error.code}>`));
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.ended = true;
        this.wake?.();
      });
    }
  }

  static async to({ port }: Listener, { tls }: Door): Promise<RawConnection> {
    const options = { port, host: '127.0.0.1', allowHalfOpen: true };
    const socket =
      tls === undefined ? connect(options) : tlsConnect({ ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    await new Promise<void>((resolve, reject) => {
      socket.once(tls === undefined ? 'connect' : 'secureConnect', () => resolve()).once('error', reject);
    });
    return new RawConnection(socket);
  }

  static over(socket: Socket): RawConnection {
    return new RawConnection(socket);
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Sends and closes our side; the other may go on sending. */
  sendLast(text: string): void {
    this.socket.end(text);
  }

  /** All that has come when it matches, or when nothing more comes. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received) && !this.ended) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.received;
  }

  /** All that comes until the other side closes. */
  async whole(): Promise<string> {
    const text = await this.until(/(?!)/);
    this.socket.destroy();
    return text;
  }
}

/** A promise with its resolve. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
