import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { connect as tlsConnect } from 'node:tls';

import { defaultLimits } from '../../src/server/engines/engine.js';
import type { Listener } from '../../src/server/engines/engine.js';
import { RawConnection, drained, listening, tlsDoors } from './raw-connection.js';

async function transport({ port }: Listener): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Waits until the other side has closed or reset the connection. */
async function closed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
}

/** The first message of a client's handshake. */
async function clientHello(): Promise<Buffer> {
  const [ours, theirs] = duplexPair();
  const client = tlsConnect({ socket: theirs, rejectUnauthorized: false });
  client.on('error', () => undefined);
  const [hello] = (await once(ours, 'data')) as [Buffer];
  client.destroy();
  return hello;
}

for (const door of tlsDoors) {
  test(`${door.name}: TLS handshakes that never end: a TLS handshake that does not end within headerTimeout is closed, silent, cut short or dripping`, () =>
    listening(
      door,
      ({ reply }) => reply.end('hello'),
      async (listener) => {
        const hello = await clientHello();
        const silent = await transport(listener);
        const cutShort = await transport(listener);
        cutShort.write(hello.subarray(0, 100));
        const dripping = await transport(listener);
        let sent = 0;
        const drip = setInterval(() => {
          if (dripping.writable && sent < 200) dripping.write(hello.subarray(sent, ++sent));
        }, 20);
        const noise = await transport(listener);
        noise.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
        await Promise.all([silent, cutShort, dripping, noise].map(closed));
        clearInterval(drip);
        const served = await RawConnection.to(listener, door);
        served.send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        assert.match(await served.whole(), /\r\n\r\nhello$/);
      },
      { limits: { ...defaultLimits, headerTimeout: 200 } },
    ));

  test(`${door.name}: a connection whose TLS handshake has not ended at a stop is still served`, () =>
    listening(
      door,
      async ({ reply }) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        reply.end('hello');
      },
      async (listener) => {
        const early = await transport(listener);
        await new Promise((resolve) => setTimeout(resolve, 50));
        const stopped = drained(listener);
        await new Promise((resolve) => setTimeout(resolve, 50));
        const socket = tlsConnect({ socket: early, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
        const connection = RawConnection.over(socket);
        connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
        assert.match(await connection.whole(), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: close\r\n[\s\S]*\r\n\r\nhello$/);
        assert.equal(await stopped, 0);
      },
    ));

  test(`${door.name}: a client that never begins its TLS handshake does not hold up a stop`, () =>
    listening(
      door,
      ({ reply }) => reply.end('hello'),
      async (listener) => {
        const silent = await transport(listener);
        await new Promise((resolve) => setTimeout(resolve, 50));
        assert.equal(await drained(listener), 0);
        await closed(silent);
      },
    ));
}
