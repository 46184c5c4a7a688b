import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import type { RefusedRequest } from '../../src/server/engines/engine.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { RawConnection, http1Doors, laneDoors, listening } from './raw-connection.js';

const echo: Handler = ({ method, path, rawQuery, headers, reply }) =>
  reply.end(JSON.stringify([method, path, rawQuery, headers.get('host'), headers.getAll('host')]));

const body = (status: number, phrase: string): string => `{"code":${status},"message":"HTTP ${status} ${phrase}"}`;

/** Requests that are against the rules, what they are answered with, and the request line that is reported. */
const refused: readonly (readonly [name: string, request: string, status: number, phrase: string])[] = [
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a', 400, 'Bad Request'],
  ['no Host header', 'GET / HTTP/1.1\r\nAccept: */*', 400, 'Bad Request'],
  ['a Host with a blank', 'GET / HTTP/1.1\r\nHost: a b', 400, 'Bad Request'],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b', 400, 'Bad Request'],
  ['a Host with a user', 'GET / HTTP/1.1\r\nHost: me@a', 400, 'Bad Request'],
  ['a Host with two ports', 'GET / HTTP/1.1\r\nHost: a:1:2', 400, 'Bad Request'],
  ['a Host with a port that is no number', 'GET / HTTP/1.1\r\nHost: a:http', 400, 'Bad Request'],
  ['a list of hosts', 'GET / HTTP/1.1\r\nHost: <a>', 400, 'Bad Request'],
  ['a target with a user', 'GET http://me@a/ HTTP/1.1\r\nHost: a', 400, 'Bad Request'],
  ['a target without a host', 'GET http:///x HTTP/1.1\r\nHost: a', 400, 'Bad Request'],
  ['an asterisk without OPTIONS', 'GET * HTTP/1.1\r\nHost: a', 400, 'Bad Request'],
  ['a transfer coding that is not chunked', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked', 501, 'Not Implemented'],
  ['chunked twice', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked', 400, 'Bad Request'],
  ['a transfer coding in HTTP/1.0', 'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked', 400, 'Bad Request'],
  ['HTTP/2.0 in the request line', 'GET / HTTP/2.0\r\nHost: a', 505, 'HTTP Version Not Supported'],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: the-moon', 417, 'Expectation Failed'],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a', 501, 'Not Implemented'],
];

for (const door of [...http1Doors, ...laneDoors]) {
  for (const [name, request, status, phrase] of refused) {
    test(`${door.name}: ${name} is answered with ${status}, and the connection is closed`, async () => {
      const reports: RefusedRequest[] = [];
      await listening(
        door,
        echo,
        async (listener) => {
          const connection = await RawConnection.to(listener, door);
          connection.send(`${request}\r\n\r\n`);
          const answer = await connection.whole();
          assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} ${phrase}\r\n`));
          assert.match(answer, /\r\nConnection: close\r\n/i);
          assert.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), body(status, phrase));
          const { length } = body(status, phrase);
          assert.deepEqual(reports, [
            { status, remoteAddress: '127.0.0.1', requestLine: request.slice(0, request.indexOf('\r\n')), bodyBytes: length },
          ]);
        },
        { onRefused: (report) => reports.push(report) },
      );
    });
  }

  test(`${door.name}: HTTP/0.9 is answered with 400, and what is not HTTP is reported without a request line`, async () => {
    const reports: RefusedRequest[] = [];
    await listening(
      door,
      echo,
      async (listener) => {
        for (const text of ['GET /x\r\n\r\n', 'what is this\r\n\r\n']) {
          const connection = await RawConnection.to(listener, door);
          connection.send(text);
          assert.match(
            await connection.whole(),
            /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\n\r\n\{"code":400,"message":"HTTP 400 Bad Request"\}$/,
          );
        }
        assert.deepEqual(
          reports.map(({ status, requestLine }) => [status, requestLine]),
          [
            [400, 'GET /x HTTP/0.9'],
            [400, undefined],
          ],
        );
      },
      { onRefused: (report) => reports.push(report) },
    );
  });

  test(`${door.name}: a client that goes on sending after a 400 still reads it`, () =>
    listening(door, echo, async (listener) => {
      const connection = await RawConnection.to(listener, door);
      connection.send('what is this\r\n\r\n');
      const more = setInterval(() => connection.socket.writable && connection.send('x'.repeat(10_000)), 5);
      assert.match(await connection.whole(), /^HTTP\/1\.1 400 /);
      clearInterval(more);
    }));

  test(`${door.name}: an absolute-form target replaces Host, and "OPTIONS *" keeps its asterisk`, () =>
    listening(door, echo, async (listener) => {
      const connection = await RawConnection.to(listener, door);
      connection.send('GET http://b.example:81/c?d HTTP/1.1\r\nHost: a\r\n\r\n');
      await connection.until(/"b\.example:81"\]\]/);
      connection.send('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n');
      await connection.until(/"OPTIONS"/);
      connection.send('GET / HTTP/1.0\r\n\r\n');
      const answers = (await connection.whole()).match(/\[.*\]/g);
      assert.deepEqual(answers, [
        '["GET","/c","d","b.example:81",["b.example:81"]]',
        '["OPTIONS","*","","a",["a"]]',
        '["GET","/","",null,[]]',
      ]);
    }));

  test(`${door.name}: an Upgrade that is not ours is ignored, and the connection goes on`, () =>
    listening(door, echo, async (listener) => {
      const connection = await RawConnection.to(listener, door);
      connection.send('GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      await connection.until(/"\/1"/);
      connection.send('POST /2 HTTP/1.1\r\nHost: a\r\nConnection: close, Upgrade\r\nUpgrade: h2c\r\nContent-Length: 3\r\n\r\nabc');
      assert.deepEqual((await connection.whole()).match(/HTTP\/1\.1 \d+|\["\w+","\/\d"/g), [
        'HTTP/1.1 200',
        '["GET","/1"',
        'HTTP/1.1 200',
        '["POST","/2"',
      ]);
    }));
}

test('h2: what is against the rules is answered with the same statuses, and the connection goes on', async () => {
  const reports: RefusedRequest[] = [];
  await listening(
    { name: 'h2c', engine: new NodeHttp2Engine() },
    echo,
    async ({ port }) => {
      const session = connect(`http://127.0.0.1:${port}`);
      const ask = async (headers: OutgoingHttpHeaders): Promise<string> => {
        const stream = session.request(headers, { endStream: true });
        const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
        let text = '';
        for await (const piece of stream) text += String(piece);
        return `${head[':status']} ${text}`;
      };
      assert.equal(await ask({ ':path': '/', ':authority': 'a', host: 'b' }), `400 ${body(400, 'Bad Request')}`);
      assert.equal(await ask({ ':path': '/', ':authority': 'me@a' }), `400 ${body(400, 'Bad Request')}`);
      assert.equal(await ask({ ':path': '/', ':authority': 'a', expect: 'the-moon' }), `417 ${body(417, 'Expectation Failed')}`);
      assert.equal(await ask({ ':path': '/', ':authority': 'a:1' }), '200 ["GET","/","","a:1",["a:1"]]');
      assert.equal(await ask({ ':method': 'OPTIONS', ':path': '*', ':authority': 'a' }), '200 ["OPTIONS","*","","a",["a"]]');
      const tunnel = session.request({ ':method': 'CONNECT', ':authority': 'a:80' });
      const [head] = (await once(tunnel, 'response')) as [IncomingHttpHeaders & { ':status': number }];
      tunnel.resume();
      assert.equal(head[':status'], 501);
      assert.deepEqual(
        reports.map(({ status, requestLine }) => `${status} ${requestLine}`),
        ['400 GET / HTTP/2.0', '400 GET / HTTP/2.0', '417 GET / HTTP/2.0', '501 CONNECT a:80 HTTP/2.0'],
      );
      session.destroy();
    },
    { onRefused: (report) => reports.push(report) },
  );
});
