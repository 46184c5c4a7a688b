import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';

import type { Listener } from '../../src/server/engines/engine.js';
import type { LimitClient } from './limit-client.js';
import type { Door } from './raw-connection.js';

/** The client that speaks HTTP/1.1, on whichever connector. */
export function http1LimitClient({ tls }: Door): LimitClient {
  const sockets = new Set<Socket>();

  async function open({ port }: Listener): Promise<Socket> {
    const options = { port, host: '127.0.0.1' };
    const socket =
      tls === undefined ? connect(options) : tlsConnect({ ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    sockets.add(socket);
    socket.on('error', () => undefined);
    await once(socket, tls === undefined ? 'connect' : 'secureConnect');
    return socket;
  }

  /** What comes until the server closes. */
  async function whole(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
    return text;
  }

  const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0);

  return {
    async staySilent(listener) {
      await whole(await open(listener));
    },
    async leaveHeadUnfinished(listener) {
      const socket = await open(listener);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow:');
      return statusOf(await whole(socket));
    },
    async leaveBodyUnfinished(listener, manner) {
      const socket = await open(listener);
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n');
      const drip = manner === 'dripping' ? setInterval(() => socket.writable && socket.write('x'), 20) : undefined;
      const text = await whole(socket);
      clearInterval(drip);
      return statusOf(text);
    },
    async stayIdle(listener) {
      const socket = await open(listener);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await whole(socket);
    },
    async readNothing(listener) {
      const socket = await open(listener);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      socket.pause();
      // Only what the server does shows here, since nothing is read: the other end of the contract looks at the exchange.
    },
    async connectOften(listener, connections) {
      const answered = await Promise.all(
        Array.from({ length: connections }, async () => {
          try {
            const socket = await open(listener);
            socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
            return await new Promise<number>((resolve) => socket.once('data', () => resolve(1)).once('close', () => resolve(0)));
          } catch {
            return 0;
          }
        }),
      );
      return answered.reduce<number>((sum, one) => sum + one, 0);
    },
    async ask(listener, path, headers) {
      const socket = await open(listener);
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`);
      const text = await whole(socket);
      return [statusOf(text), text.slice(text.indexOf('\r\n\r\n') + 4)];
    },
    async sendTooMuch(listener) {
      const socket = await open(listener);
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.writable && socket.write(`400\r\n${'x'.repeat(1024)}\r\n`), 5);
      const text = await whole(socket);
      clearInterval(drip);
      return statusOf(text);
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
