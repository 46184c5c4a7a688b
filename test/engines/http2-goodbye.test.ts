import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSession } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { connect as tlsConnect } from 'node:tls';

import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { deferred, drained, listening, testTls } from './raw-connection.js';
import type { Door } from './raw-connection.js';

const h2c: Door = { name: 'h2c', engine: new NodeHttp2Engine() };
const h2: Door = { name: 'h2', engine: new NodeHttp2Engine(), tls: testTls };

interface Frame {
  readonly type: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A client that sees frames, and sends what it is told to. */
class FrameClient {
  private readonly frames: Frame[] = [];
  private pending = Buffer.alloc(0);
  private wake: (() => void) | undefined = undefined;
  answersPings = true;

  constructor(readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => this.take(bytes));
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    this.send(type.settings, 0, 0, '');
  }

  static async to(port: number): Promise<FrameClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new FrameClient(socket);
  }

  get(stream: number): void {
    this.send(type.headers, 5, stream, '828486410161');
  }

  send(kind: number, flags: number, stream: number, payload: string): void {
    const body = Buffer.from(payload, 'hex');
    const head = Buffer.alloc(9);
    head.writeUIntBE(body.length, 0, 3);
    head[3] = kind;
    head[4] = flags;
    head.writeUInt32BE(stream, 5);
    this.socket.write(Buffer.concat([head, body]));
  }

  async next(kind: number): Promise<Frame> {
    for (;;) {
      // Empty DATA only ends its stream.
      const index = this.frames.findIndex((frame) => frame.type === kind && (kind !== type.data || frame.payload.length > 0));
      if (index >= 0) return this.frames.splice(index, 1)[0]!;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  private take(bytes: Buffer): void {
    this.pending = Buffer.concat([this.pending, bytes]);
    while (this.pending.length >= 9 && this.pending.length >= 9 + this.pending.readUIntBE(0, 3)) {
      const length = this.pending.readUIntBE(0, 3);
      const frame = { type: this.pending[3]!, stream: this.pending.readUInt32BE(5), payload: this.pending.subarray(9, 9 + length) };
      if (frame.type === type.ping && this.pending[4] === 0 && this.answersPings) this.send(type.ping, 1, 0, frame.payload.toString('hex'));
      this.pending = this.pending.subarray(9 + length);
      this.frames.push(frame);
      this.wake?.();
    }
  }
}

const type = { data: 0, headers: 1, settings: 4, ping: 6, goAway: 7 };

test('h2c: a stop sends GOAWAY twice, and answers streams that come between the two', () =>
  listening(
    h2c,
    async ({ reply }) => {
      await new Promise((resolve) => setImmediate(resolve));
      reply.end('hello');
    },
    async (listener) => {
      const client = await FrameClient.to(listener.port);
      client.answersPings = false;
      client.get(1);
      assert.deepEqual([(await client.next(type.data)).payload.toString()], ['hello']);
      const stopped = drained(listener);
      assert.equal((await client.next(type.goAway)).payload.readUInt32BE(0), 2 ** 31 - 1);
      const ping = await client.next(type.ping);
      // Sent before the client has read the notice.
      client.get(3);
      const late = await client.next(type.data);
      assert.deepEqual([late.stream, late.payload.toString()], [3, 'hello']);
      client.send(type.ping, 1, 0, ping.payload.toString('hex'));
      assert.equal((await client.next(type.goAway)).payload.readUInt32BE(0), 3);
      assert.equal(await stopped, 0);
    },
  ));

test('h2c: a client that does not answer the ping does not hold up a stop', () =>
  listening(
    h2c,
    ({ reply }) => reply.end('hello'),
    async (listener) => {
      const client = await FrameClient.to(listener.port);
      client.answersPings = false;
      client.get(1);
      await client.next(type.data);
      assert.equal(await drained(listener), 0);
    },
  ));

for (const door of [h2c, h2]) {
  test(`${door.name}: a stop tells its clients by GOAWAY, and answers the streams under way`, async () => {
    const release = deferred();
    const begun: string[] = [];
    await listening(
      door,
      async ({ path, reply }) => {
        begun.push(path);
        await release.promise;
        reply.end(`answer ${path}`);
      },
      async (listener) => {
        const session = connectSession(`${door.tls === undefined ? 'http' : 'https'}://127.0.0.1:${listener.port}`, {
          rejectUnauthorized: false,
        });
        session.on('error', () => undefined);
        const early = [1, 2, 3].map((number) => answerTo(session, `/${number}`));
        while (begun.length < 3) await new Promise((resolve) => setImmediate(resolve));
        await listener.stopAccepting();
        const stopped = listener.drain(new AbortController().signal);
        await once(session, 'goaway');
        release.resolve();
        assert.deepEqual(await Promise.all(early), ['answer /1', 'answer /2', 'answer /3']);
        assert.deepEqual(await stopped, { cutOff: 0 });
      },
    );
  });
}

test('h2: a session whose TLS handshake ends after the stop began is still served', () =>
  listening(
    h2,
    async ({ path, reply }) => {
      // Longer than a quiet connection is kept.
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      reply.end(`answer ${path}`);
    },
    async (listener) => {
      const socket = connect(listener.port, '127.0.0.1');
      await once(socket, 'connect');
      await new Promise((resolve) => setTimeout(resolve, 50));
      const stopped = drained(listener);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const session = connectSession('https://127.0.0.1', {
        createConnection: () => tlsConnect({ socket, rejectUnauthorized: false, ALPNProtocols: ['h2'] }),
      });
      session.on('error', () => undefined);
      assert.equal(await answerTo(session, '/first'), 'answer /first');
      assert.equal(await stopped, 0);
    },
  ));

async function answerTo(session: ClientHttp2Session, path: string): Promise<string> {
  const stream = session.request({ ':path': path });
  let text = '';
  for await (const piece of stream) text += String(piece);
  return text;
}
