import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';

import fc from 'fast-check';

import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';

test('whatever bytes arrive, the connection gets an answer that blames the client or is closed, and the next client is served', async () => {
  const listener = await new NodeHttpEngine().listen(
    { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 1, onFailure: answerFailure },
    async ({ headers, remoteAddress, secure, body, reply }) => {
      void [...headers.entries(), remoteAddress, secure];
      reply.end(await body.bytes());
    },
  );
  const send = async (bytes: Buffer): Promise<string> => {
    const socket = connect(listener.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (piece) => (answer += piece.toString('latin1'))).on('error', () => undefined);
    socket.end(bytes);
    await once(socket, 'close').catch(() => undefined);
    return answer;
  };
  try {
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, requests), async (hostile) => {
        for (const [, status] of (await send(hostile)).matchAll(/^HTTP\/1\.1 (\d{3}) /gm))
          assert.ok(Number(status) < 500 || notSupported.has(status!), status);
        assert.match(
          await send(Buffer.from('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nalive')),
          /alive$/,
        );
      }),
      { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 25) },
    );
  } finally {
    await listener.stopAccepting();
    await listener.drain(AbortSignal.abort());
  }
});

/** A method, a transfer coding and a version that we do not speak. */
const notSupported = new Set(['501', '505']);

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));

/** Nearly requests: each part may be broken. */
const requests = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'get', 'PRI', ''),
    target: fc.oneof(fc.constantFrom('/', '*', 'http://a/b', '//', '/%zz', '/a b', 'a:1', '/?a=%'), fc.string({ maxLength: 30 })),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
    lines: fc.array(
      fc.oneof(
        fc.constantFrom(
          'Host: a',
          'Content-Length: 3',
          'Content-Length: -1',
          'Content-Length: 9999999999',
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: gzip, chunked',
          'Expect: 100-continue',
          'Expect: nonsense',
          'Connection: upgrade',
          'Upgrade: websocket',
          'X-Forwarded-For: ,,',
          'Forwarded: for=";;',
          ' folded',
          '__proto__: x',
        ),
        fc.string({ maxLength: 40 }),
      ),
      { maxLength: 6 },
    ),
    body: fc.constantFrom('', 'abc', '3\r\nabc\r\n0\r\n\r\n', 'zz\r\n', '0\r\n\r\nGET / HTTP/1.1\r\n'),
  })
  .map(({ method, target, version, lines, body }) => Buffer.from(`${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`));
