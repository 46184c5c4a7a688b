import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import type { ClientHttp2Session, ClientHttp2Stream, ClientSessionOptions, SecureClientSessionOptions } from 'node:http2';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';

import type { Listener } from '../../src/server/engines/engine.js';
import type { LimitClient } from './limit-client.js';
import type { Door } from './raw-connection.js';

/** The client that speaks HTTP/2: node's where it can misbehave enough, else frames over a socket. */
export function http2LimitClient({ tls }: Door): LimitClient {
  const sockets = new Set<Socket>();
  const sessions = new Set<ClientHttp2Session>();

  async function open({ port }: Listener): Promise<Socket> {
    const options = { port, host: '127.0.0.1' };
    const socket = tls === undefined ? connect(options) : tlsConnect({ ...options, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    sockets.add(socket);
    socket.on('error', () => undefined);
    await once(socket, tls === undefined ? 'connect' : 'secureConnect');
    return socket;
  }

  async function closed(socket: Socket): Promise<void> {
    socket.resume();
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
  }

  async function openSession(
    { port }: Listener,
    settings: ClientSessionOptions | SecureClientSessionOptions = {},
  ): Promise<ClientHttp2Session> {
    const session = connectHttp2(`${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, { rejectUnauthorized: false, ...settings });
    sessions.add(session);
    session.on('error', () => undefined);
    await once(session, 'remoteSettings');
    return session;
  }

  async function statusAtEnd(stream: ClientHttp2Stream): Promise<number> {
    let status = 0;
    stream.on('response', (headers) => (status = headers[':status'] ?? 0));
    stream.on('error', () => undefined);
    stream.resume();
    if (!stream.destroyed) await new Promise((resolve) => stream.once('close', resolve));
    return status;
  }

  return {
    async staySilent(listener) {
      await closed(await open(listener));
    },
    async leaveHeadUnfinished(listener) {
      const socket = await open(listener);
      socket.write(preface);
      socket.write(frame(types.settings, 0, 0, Buffer.alloc(0)));
      // A complete request first: what comes later on a connection that has served is no different.
      socket.write(frame(types.headers, flags.endHeaders | flags.endStream, 1, headerBlock));
      socket.write(frame(types.headers, flags.endStream, 3, headerBlock.subarray(0, 5)));
      await closed(socket);
      return 0;
    },
    async leaveBodyUnfinished(listener, manner) {
      const session = await openSession(listener);
      const stream = session.request({ ':method': 'POST', ':path': '/', 'content-length': '900' });
      const drip = manner === 'dripping' ? setInterval(() => !stream.destroyed && stream.write('x'), 20) : undefined;
      const status = await statusAtEnd(stream);
      clearInterval(drip);
      return status;
    },
    async stayIdle(listener) {
      const session = await openSession(listener);
      await statusAtEnd(session.request({ ':path': '/' }));
      // Other frames are no requests.
      const pings = setInterval(() => !session.destroyed && session.ping(() => undefined), 20);
      if (!session.destroyed) await new Promise((resolve) => session.once('close', resolve));
      clearInterval(pings);
    },
    async readNothing(listener) {
      const session = await openSession(listener, { settings: { initialWindowSize: 0 } });
      const stream = session.request({ ':path': '/' });
      const pings = setInterval(() => !session.destroyed && session.ping(() => undefined), 20);
      await statusAtEnd(stream);
      clearInterval(pings);
    },
    async connectOften(listener, connections) {
      const answered = await Promise.all(
        Array.from({ length: connections }, async () => {
          const session = connectHttp2(`${tls === undefined ? 'http' : 'https'}://127.0.0.1:${listener.port}`, {
            rejectUnauthorized: false,
          });
          sessions.add(session);
          session.on('error', () => undefined);
          return (await statusAtEnd(session.request({ ':path': '/' }))) === 200 ? 1 : 0;
        }),
      );
      return answered.reduce<number>((sum, one) => sum + one, 0);
    },
    async ask(listener, path, headers) {
      const session = await openSession(listener);
      const lines: Record<string, string[]> = {};
      for (const [name, value] of headers) (lines[name] ??= []).push(value);
      const stream = session.request({ ':path': path, ...lines });
      let text = '';
      stream.on('data', (piece: Buffer) => (text += piece.toString()));
      return [await statusAtEnd(stream), text];
    },
    async sendTooMuch(listener) {
      const session = await openSession(listener);
      const stream = session.request({ ':method': 'POST', ':path': '/' });
      const drip = setInterval(() => !stream.destroyed && stream.write('x'.repeat(1024)), 5);
      const status = await statusAtEnd(stream);
      clearInterval(drip);
      return status;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      for (const session of sessions) session.destroy();
    },
  };
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const types = { headers: 1, settings: 4 } as const;
const flags = { endStream: 1, endHeaders: 4 } as const;

/** RFC 9113 §4.1. */
function frame(type: number, frameFlags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = frameFlags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** GET http://a/ by RFC 7541's static table: method, scheme and path by index, the authority as a literal. */
const headerBlock = Buffer.from([0x82, 0x86, 0x84, 0x01, 0x01, 0x61]);
