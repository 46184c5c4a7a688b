import fc from 'fast-check';

import type { Script } from './differential.js';

const names = fc.constantFrom('X-A', 'Accept', 'Cookie', 'accept', 'User-Agent', 'x_y', 'X.Z', "X'", 'Content-Type');
const values = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'text/plain', 'a=1; b=2', '"quoted, text"', '  padded  ', '*/*') },
  { weight: 1, arbitrary: fc.constantFrom('tab\there', 'h\u00e9', 'nul\0', 'bell\u0007', 'cr\rx', '\u007f') },
);
const fields = fc.array(
  fc.tuple(names, values).map(([name, value]) => `${name}: ${value}\r\n`),
  { maxLength: 4 },
);
const methods = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH');
const targets = fc.constantFrom('/', '/a', '/a/b?c=d', '/stream', '/?wide', '/%20%zz', '/a"<>|', "/a'b~", '//double', '/;m=1');
const bodies = fc.constantFrom('', '', 'x', '{"a":1}', 'line\r\nline\r\n\r\n', 'GET / HTTP/1.1\r\nHost: b\r\n\r\n', 'y'.repeat(3_000));

/** What a well-behaved client sends. */
const ordinary = fc.tuple(methods, targets, fields, bodies).map(([method, target, lines, body]) => {
  const length = body === '' && (method === 'GET' || method === 'HEAD') ? '' : `Content-Length: ${body.length}\r\n`;
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${lines.join('')}${length}\r\n${body}`;
});

/** What only node's parser decides. */
const extraordinary = fc.constantFrom(
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;ext=1\r\nabc\r\n0\r\nTrailer: x\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'GET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx',
  'POST / HTTP/1.1\r\nHost: a\r\nExpect: the-unexpected\r\nContent-Length: 1\r\n\r\nx',
  'GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n',
  '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
);

/** What smuggles, or tries to. */
const hostile = fc.constantFrom(
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 \r\n\r\nx',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n',
  'GET  / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1 \r\nHost: a\r\n\r\n',
  'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
  'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(3_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n',
  '\u0016\u0003\u0001',
);

const plain = (text: string) => ({ text, isOrdinary: true });
const doubtful = (text: string) => ({ text, isOrdinary: false });
const requests = fc.oneof(
  { weight: 8, arbitrary: ordinary.map((text) => (/[^\x20-\x7e\r\n]|\r(?!\n)/.test(text) ? doubtful(text) : plain(text))) },
  { weight: 2, arbitrary: extraordinary.map(doubtful) },
  { weight: 1, arbitrary: hostile.map(doubtful) },
);

/** One to five requests, pipelined, cut anywhere, some of them broken off or with a byte changed. */
export const scripts: fc.Arbitrary<Script> = fc
  .record({
    texts: fc.array(requests, { minLength: 1, maxLength: 5 }),
    keep: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) }),
    change: fc.option(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), { freq: 6 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    handler: fc.constantFrom('at once' as const, 'later' as const),
  })
  .map(({ texts, keep, change, cuts, handler }) => {
    const all = Buffer.from(texts.map(({ text }) => text).join(''), 'latin1');
    const bytes = all.subarray(0, Math.ceil(all.length * keep));
    if (change !== null && bytes.length > 0) bytes[Math.min(bytes.length - 1, Math.floor(change[0] * bytes.length))] = change[1];
    return {
      bytes,
      cuts: [...new Set(cuts.map((part) => Math.floor(part * bytes.length)))].sort((a, b) => a - b),
      handler,
      isOrdinary: keep === 1 && change === null && texts.every((one) => one.isOrdinary),
    };
  });
