import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';

import fc from 'fast-check';

import { incomplete, notOrdinary, scanHead } from '../../../src/server/engines/lane/head-scanner.js';
import { LaneHeaders } from '../../../src/server/engines/lane/lane-headers.js';

const limit = 8 * 1024;
const scan = (text: string) => scanHead(Buffer.from(text, 'latin1'), 0, limit);

/** What a scan found, in words. */
function found(text: string): unknown {
  const head = scan(text);
  if (head === incomplete) return 'incomplete';
  if (head === notOrdinary) return 'not ordinary';
  const { method, target, contentLength, keepsAlive, end } = head;
  return { method, target, contentLength, keepsAlive, rest: text.slice(end), headers: [...new LaneHeaders(head).entries()] };
}

test('an ordinary request is read to the end of its head', () => {
  assert.deepEqual(
    found(
      'POST /people?page=2 HTTP/1.1\r\nHost: example.org:8080\r\nContent-Type:  text/plain \r\nX-Empty:\r\nContent-Length: 5\r\n\r\nhello',
    ),
    {
      method: 'POST',
      target: '/people?page=2',
      contentLength: 5,
      keepsAlive: true,
      rest: 'hello',
      headers: [
        ['Host', 'example.org:8080'],
        ['Content-Type', 'text/plain'],
        ['X-Empty', ''],
        ['Content-Length', '5'],
      ],
    },
  );
});

test('"Connection: close" is understood in any case', () => {
  assert.deepEqual(found('GET / HTTP/1.1\r\nhost: a\r\nCONNECTION: Close\r\n\r\n'), {
    method: 'GET',
    target: '/',
    contentLength: 0,
    keepsAlive: false,
    rest: '',
    headers: [
      ['host', 'a'],
      ['CONNECTION', 'Close'],
    ],
  });
});

test('every beginning of an ordinary request is incomplete', () => {
  const whole = 'DELETE /a/b?c=%20 HTTP/1.1\r\nHost: example.org\r\nAccept: */*\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n';
  for (let length = 0; length < whole.length; length++) assert.equal(found(whole.slice(0, length)), 'incomplete', whole.slice(0, length));
});

const doubtful = {
  'another method': 'PURGE / HTTP/1.1\r\nHost: a\r\n\r\n',
  'a method in lower case': 'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  'an absolute target': 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'an asterisk as target': 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'a fragment in the target': 'GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n',
  'two blanks before the version': 'GET /  HTTP/1.1\r\nHost: a\r\n\r\n',
  'no target': 'GET  HTTP/1.1\r\nHost: a\r\n\r\n',
  'HTTP/1.0': 'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
  'HTTP/2.0': 'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
  'an empty line first': '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'a line that ends with LF alone': 'GET / HTTP/1.1\nHost: a\n\n',
  'a header line that ends with LF alone': 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n',
  'a CR in a value': 'GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n',
  'a folded line': 'GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n',
  'a blank before the colon': 'GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n',
  'a line without a colon': 'GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n',
  'an empty name': 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n',
  'a tab in a value': 'GET / HTTP/1.1\r\nHost: a\r\nX: b\tc\r\n\r\n',
  'NUL in a value': 'GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n',
  'a byte above 0x7F in a value': 'GET / HTTP/1.1\r\nHost: a\r\nX: b\u00e9\r\n\r\n',
  'a byte above 0x7F in the target': 'GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n',
  'no Host': 'GET / HTTP/1.1\r\nX: b\r\n\r\n',
  'two Hosts': 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n',
  'an empty Host': 'GET / HTTP/1.1\r\nHost:\r\n\r\n',
  'a Host with a path': 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n',
  'a Host with a port that is none': 'GET / HTTP/1.1\r\nHost: a:b\r\n\r\n',
  'an IPv6 Host': 'GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
  'a list of lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na',
  'a signed length': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na',
  'an empty length': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n',
  'a length of eleven digits': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000\r\n\r\n',
  'a transfer encoding': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'an expectation': 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n',
  'an upgrade': 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n',
  'a connection option': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\n\r\n',
  'a list of connection options': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n',
  'two connection headers': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nConnection: close\r\n\r\n',
  'a trailer announcement': 'GET / HTTP/1.1\r\nHost: a\r\nTrailer: X\r\n\r\n',
  'HTTP/2 settings': 'GET / HTTP/1.1\r\nHost: a\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  'more than a hundred lines': `GET / HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(100)}\r\n`,
  'a head beyond the limit': `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(limit)}\r\n\r\n`,
  'a TLS handshake': '\u0016\u0003\u0001\u0002\u0000',
  'the HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
};
for (const [what, text] of Object.entries(doubtful)) {
  test(`${what} is left to node's parser`, () => assert.equal(found(text), 'not ordinary'));
}

test('several lines of one name are read as node reads them', () => {
  const head = scan(
    'GET / HTTP/1.1\r\nHost: a\r\nAccept: x\r\nCookie: a=1\r\naccept: y\r\nUser-Agent: u\r\nuser-agent: v\r\ncookie: b=2\r\n\r\n',
  );
  assert.ok(typeof head === 'object');
  const headers = new LaneHeaders(head);
  assert.deepEqual(
    [headers.get('Accept'), headers.get('cookie'), headers.get('user-agent'), headers.getAll('ACCEPT'), headers.has('x')],
    ['x, y', 'a=1; b=2', 'u', ['x', 'y'], false],
  );
});

/** A request as node's own parser sees it, or what it refuses. */
function readByNode(bytes: Buffer): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer({ maxHeaderSize: limit });
    server.on('request', ({ method, url, rawHeaders, headers }) => resolve({ method, url, rawHeaders, headers: { ...headers } }));
    server.on('clientError', () => resolve('refused'));
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    server.emit('connection', socket);
    socket.push(bytes);
    socket.push(null);
  });
}

const pieces = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'GET ',
      'POST ',
      '/',
      'a',
      '?',
      '=',
      '%20',
      ' HTTP/1.1\r\n',
      '\r\n',
      'Host: a\r\n',
      'X-A: b\r\n',
      'Content-Length: 0\r\n',
      'Content-Length: 3\r\n',
      'abc',
      ': ',
      ' ',
      '"',
      '<',
      '|',
      '~',
      '{}',
      'Accept:*/*\r\n',
      'Connection: close\r\n',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\t',
      '\n',
      '\r',
      '\0',
      '\u007f',
      '\u0080',
      '\u00ff',
      '#',
      ',',
      ';',
      'chunked',
      'Transfer-Encoding: ',
      'HTTP/1.0',
      '\r\n ',
      '\v',
    ),
  },
);
const requests = fc
  .tuple(
    fc.constantFrom('GET ', 'POST ', 'PUT ', 'DELETE ', 'HEAD ', 'OPTIONS ', 'PATCH ', ''),
    fc.array(pieces, { maxLength: 6 }),
    fc.array(pieces, { maxLength: 12 }),
  )
  .map(([method, target, rest]) => `${method}/${target.join('')} HTTP/1.1\r\nHost: a\r\n${rest.join('')}\r\n\r\n`);

test('whatever the scanner accepts, node accepts, and reads alike', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(requests, async (text) => {
      const head = scan(text);
      if (typeof head === 'symbol') return;
      accepted++;
      const end = head.end + head.contentLength;
      if (end > text.length) return;
      const seen = await readByNode(Buffer.from(text.slice(0, end), 'latin1'));
      const headers = new LaneHeaders(head);
      const lines = [...headers.entries()];
      const names = new Set(lines.map(([name]) => name.toLowerCase()));
      assert.deepEqual(seen, {
        method: head.method,
        url: head.target,
        rawHeaders: lines.flat(),
        headers: Object.fromEntries([...names].map((name) => [name, headers.get(name)])),
      });
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 3_000) },
  );
  assert.ok(accepted > 100, `only ${accepted} requests were accepted: the generator makes too few ordinary ones`);
});
