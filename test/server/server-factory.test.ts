import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';

import type { Handler } from '../../src/http/handler.js';
import { Reply } from '../../src/http/reply.js';
import { WebApplicationException } from '../../src/http/web-application-exception.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { AppenderFactory } from '../../src/logging/appenders/appender-factory.js';
import type { Appender } from '../../src/logging/appenders/appender.js';
import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { getLogger } from '../../src/logging/get-logger.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { Http2ClearTextConnectorFactory } from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryAnswer, InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import type { ObservedRequest, WaitingRequest } from '../../src/server/handlers/metered-handler.js';
import type { ServerFactory, ServerParts } from '../../src/server/server-factory.js';
import { SimpleServerFactory } from '../../src/server/simple-server-factory.js';
import { DataSize } from '../../src/values/data-size.js';
import { capturing } from '../resources/captured.js';

class MemoryAppenderFactory extends AppenderFactory {
  constructor(private readonly appender: MemoryAppender) {
    super();
  }
  build(): Appender {
    return this.appender;
  }
}

type Send = (request: InMemoryRequest, side?: 'application' | 'admin') => Promise<InMemoryAnswer>;

async function serving(
  factory: ServerFactory,
  parts: Partial<ServerParts>,
  use: (send: Send, lines: MemoryAppender) => Promise<void>,
): Promise<void> {
  const lines = new MemoryAppender();
  factory.requestLog.appenders = [new MemoryAppenderFactory(lines)];
  const engine = new InMemoryEngine();
  const server = factory.build({
    name: 'test',
    application: hello,
    admin: ({ path, reply }) => reply.end(`admin ${path}`),
    lifecycle: new Lifecycle(),
    engine,
    ...parts,
  });
  await server.start();
  try {
    await use(
      (request, side = 'application') =>
        engine.send((side === 'admin' ? server.adminListeners : server.applicationListeners)[0]!.port, request),
      lines,
    );
  } finally {
    await server.stop();
  }
}

const hello: Handler = ({ path, reply }) => {
  reply.setHeader('Content-Type', 'text/plain');
  reply.end(path === '/long' ? 'x'.repeat(1000) : path);
};

async function* endless(signal: AbortSignal): AsyncGenerator<string> {
  while (!signal.aborted) {
    yield 'piece';
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const echo: Handler = async ({ body, reply }) => reply.end(await body.bytes());

test('a request ID is made, or taken where it is sane', () =>
  serving(new DefaultServerFactory(), { application: ({ requestId, reply }) => reply.end(requestId) }, async (send) => {
    const made = await send({ path: '/' });
    assert.match(made.text, /^[0-9a-f]{12}-[0-9a-z]+$/);
    assert.equal(made.headers.get('X-Request-Id'), made.text);
    assert.equal((await send({ path: '/', headers: { 'X-Request-Id': 'edge:1/a' } })).text, 'edge:1/a');
    assert.notEqual((await send({ path: '/', headers: { 'X-Request-Id': 'a b' } })).text, 'a b');
    assert.notEqual((await send({ path: '/', headers: { 'X-Request-Id': 'x'.repeat(129) } })).text, 'x'.repeat(129));
  }));

test('on request the ID stands in the context of everything that is logged on the way', () => {
  const factory = new DefaultServerFactory();
  factory.requestId.inLogContext = true;
  return capturing((logged) =>
    serving(
      factory,
      {
        application: async ({ reply }) => {
          await new Promise((resolve) => setImmediate(resolve));
          getLogger('test').warn('later');
          reply.end();
        },
      },
      async (send) => {
        await send({ path: '/', headers: { 'X-Request-Id': 'r1' } });
        assert.deepEqual(logged.events.find(({ message }) => message === 'later')?.context, { requestId: 'r1' });
      },
    ),
  );
});

test('a method that is not allowed is answered with 405 and Allow, one that a resource declares is allowed', () =>
  serving(new DefaultServerFactory(), { methods: ['PURGE'] }, async (send) => {
    const answer = await send({ method: 'TRACE', path: '/' });
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.get('allow')],
      [405, '{"code":405,"message":"HTTP 405 Method Not Allowed"}', 'GET, POST, PUT, DELETE, HEAD, OPTIONS, PATCH, PURGE'],
    );
    assert.equal((await send({ method: 'PURGE', path: '/a' })).text, '/a');
  }));

test('a configured list of methods restricts, methods of resources included', () => {
  const factory = new DefaultServerFactory();
  factory.allowedMethods = ['GET', 'POST'];
  return serving(factory, { methods: ['GET', 'PUT', 'REPORT'] }, async (send) => {
    for (const [method, status] of [
      ['GET', 200],
      ['POST', 200],
      ['PUT', 405],
      ['REPORT', 405],
      ['OPTIONS', 405],
    ] as const) {
      const answer = await send({ method, path: '/' });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [status, status === 405 ? 'GET, POST' : undefined], method);
    }
  });
});

test('a method that node cannot parse refuses to start', () => {
  const factory = new DefaultServerFactory();
  const parts = { name: 'test', application: hello, admin: hello, lifecycle: new Lifecycle(), methods: ['FROBNICATE'] };
  assert.throws(() => factory.build(parts), {
    code: 'KEELSON_UNKNOWN_METHOD',
    message: "The HTTP parser does not know the method FROBNICATE: requests with it never arrive. Use one of node's http.METHODS",
  });
});

test('replies from 256 bytes on are compressed for clients that take gzip', () =>
  serving(new DefaultServerFactory(), {}, async (send) => {
    const compressed = await send({ path: '/long', headers: { 'Accept-Encoding': 'gzip, br' } });
    assert.deepEqual(
      [compressed.headers.get('content-encoding'), compressed.headers.get('vary'), gunzipSync(compressed.body).length],
      ['gzip', 'Accept-Encoding', 1000],
    );
    assert.equal(compressed.headers.get('content-length'), String(compressed.body.length));
    const head = await send({ method: 'HEAD', path: '/long', headers: { 'Accept-Encoding': 'gzip' } });
    assert.deepEqual([head.headers.get('content-length'), head.headers.get('content-encoding')], [String(compressed.body.length), 'gzip']);
    const plain = await send({ path: '/long' });
    assert.deepEqual(
      [plain.headers.get('content-encoding'), plain.headers.get('vary'), plain.body.length],
      [undefined, 'Accept-Encoding', 1000],
    );
    const small = await send({ path: '/small', headers: { 'Accept-Encoding': 'gzip' } });
    assert.deepEqual([small.headers.get('content-encoding'), small.headers.get('vary'), small.text], [undefined, undefined, '/small']);
    const posted = await send({ method: 'POST', path: '/long', headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(posted.headers.get('content-encoding'), undefined);
  }));

test('what is compressed already, must not be transformed or is a part is left alone; a strong tag becomes weak', () => {
  const application: Handler = ({ path, reply }) => {
    reply.setHeader('Content-Type', path === '/image' ? 'image/png' : 'application/json');
    if (path === '/encoded') reply.setHeader('Content-Encoding', 'br');
    if (path === '/fixed') reply.setHeader('Cache-Control', 'no-transform');
    if (path === '/tagged') reply.setHeader('ETag', '"v1"');
    if (path === '/varied') reply.setHeader('Vary', 'Origin');
    if (path === '/part') reply.status = 206;
    if (path === '/stream') return reply.stream(['x'.repeat(500), 'y'.repeat(500)]);
    reply.end('x'.repeat(1000));
  };
  return serving(new DefaultServerFactory(), { application }, async (send) => {
    const get = (path: string) => send({ path, headers: { 'Accept-Encoding': 'gzip' } });
    for (const path of ['/image', '/fixed', '/part']) assert.equal((await get(path)).headers.get('content-encoding'), undefined, path);
    assert.equal((await get('/encoded')).headers.get('content-encoding'), 'br');
    assert.equal((await get('/tagged')).headers.get('etag'), 'W/"v1"');
    assert.equal((await get('/varied')).headers.get('vary'), 'Origin, Accept-Encoding');
    assert.equal(gunzipSync((await get('/stream')).body).toString(), 'x'.repeat(500) + 'y'.repeat(500));
  });
});

test('a 304 has the Vary and the ETag that the 200 has, and HEAD of a stream the headers of GET', () => {
  const application: Handler = async ({ headers, path, reply }) => {
    const [type, length] = path === '/image' ? ['image/png', 1000] : ['text/plain', path === '/short' ? 10 : 1000];
    if (path !== '/untyped' || !headers.has('if-none-match')) reply.setHeader('Content-Type', type);
    reply.setHeader('ETag', '"x"');
    if (path === '/stream') {
      reply.setHeader('Content-Length', '1000');
      await reply.stream(['x'.repeat(500), 'y'.repeat(500)]);
    } else if (headers.has('if-none-match')) {
      reply.status = 304;
      if (path !== '/untyped') reply.setHeader('Content-Length', String(length));
      reply.end();
    } else reply.end('x'.repeat(length));
  };
  return serving(new DefaultServerFactory(), { application }, async (send) => {
    for (const encoding of [{ 'Accept-Encoding': 'gzip' }, {}])
      for (const path of ['/long', '/short', '/image', '/untyped']) {
        const [whole, unchanged] = [
          await send({ path, headers: encoding }),
          await send({ path, headers: { ...encoding, 'If-None-Match': '*' } }),
        ];
        const validators = ({ headers }: InMemoryAnswer) => [headers.get('ETag'), headers.get('Vary')];
        assert.equal(unchanged.status, 304);
        assert.deepEqual(validators(unchanged), validators(whole), path);
      }
    const described = async (method: string) => {
      const { headers } = await send({ method, path: '/stream', headers: { 'Accept-Encoding': 'gzip' } });
      return ['ETag', 'Vary', 'Content-Encoding', 'Content-Length'].map((name) => headers.get(name));
    };
    assert.deepEqual(await described('GET'), ['W/"x"', 'Accept-Encoding', 'gzip', undefined]);
    assert.deepEqual(await described('HEAD'), await described('GET'));
  });
});

test('compressed request bodies are inflated', () =>
  serving(new DefaultServerFactory(), { application: echo }, async (send) => {
    const post = (encoding: string, body: Uint8Array) =>
      send({ method: 'POST', path: '/', headers: { 'Content-Encoding': encoding }, body });
    assert.equal((await post('gzip', gzipSync('hello'))).text, 'hello');
    assert.equal((await post('deflate', deflateSync('hello'))).text, 'hello');
    assert.equal((await post('br', brotliCompressSync('hello'))).text, 'hello');
    assert.equal((await post('deflate, gzip', gzipSync(deflateSync('hello')))).text, 'hello');
    assert.equal((await post('identity', Buffer.from('hello'))).text, 'hello');
  }));

test('a request body that is not what it says is answered with 400, an unknown coding with 415', () =>
  serving(new DefaultServerFactory(), { application: echo }, async (send) => {
    const post = (encoding: string, body: Uint8Array) =>
      send({ method: 'POST', path: '/', headers: { 'Content-Encoding': encoding }, body });
    const malformed = await post('gzip', Buffer.from('not gzip'));
    assert.deepEqual([malformed.status, malformed.text], [400, '{"code":400,"message":"The request body is not valid gzip"}']);
    const cut = await post('gzip', gzipSync('hello'.repeat(100)).subarray(0, 20));
    assert.equal(cut.status, 400);
    for (const junk of [
      Buffer.from('not brotli'),
      Buffer.alloc(50),
      Buffer.alloc(50, 255),
      brotliCompressSync('hello'.repeat(9)).subarray(0, 5),
    ])
      assert.deepEqual(JSON.parse((await post('br', junk)).text), { code: 400, message: 'The request body is not valid br' });
    const unknown = await post('zstd', Buffer.from('x'));
    assert.deepEqual([unknown.status, unknown.headers.get('accept-encoding')], [415, 'gzip, deflate, br']);
    assert.equal((await post('constructor', Buffer.from('x'))).status, 415);
  }));

test('a body that was compressed more than twice is answered with 415 before anything is decoded', () => {
  let handled = 0;
  const application: Handler = ({ reply }) => {
    handled++;
    reply.end();
  };
  return serving(new DefaultServerFactory(), { application }, async (send) => {
    for (const codings of ['gzip,gzip,gzip', 'br, identity, br, br', `${'br,'.repeat(2000)}br`]) {
      const answer = await send({ method: 'POST', path: '/', headers: { 'Content-Encoding': codings }, body: 'x' });
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.get('accept-encoding')],
        [415, '{"code":415,"message":"HTTP 415 Unsupported Media Type"}', 'gzip, deflate, br'],
      );
    }
    assert.equal(handled, 0);
  });
});

test('what passes between two codings is held to the limit too', () => {
  const factory = new DefaultServerFactory();
  factory.maxRequestBodySize = DataSize.kilobytes(10);
  return serving(factory, { application: echo }, async (send) => {
    const post = (body: Uint8Array) => send({ method: 'POST', path: '/', headers: { 'Content-Encoding': 'gzip, gzip' }, body });
    // Empty members give nothing, however many there are: without a limit between the codings nothing would ever be counted.
    const emptyMembers = (count: number) => gzipSync(Buffer.concat(Array.from({ length: count }, () => gzipSync(''))));
    assert.equal((await post(emptyMembers(10_000))).status, 413);
    assert.equal((await post(emptyMembers(100))).status, 200);
    assert.equal((await post(gzipSync(gzipSync(Buffer.alloc(1_000_000))))).status, 413);
  });
});

test('a body that fills the memory: a small body that inflates beyond the limit is answered with 413', () => {
  const factory = new DefaultServerFactory();
  factory.maxRequestBodySize = DataSize.kilobytes(10);
  return serving(factory, { application: echo }, async (send) => {
    const bomb = await send({
      method: 'POST',
      path: '/',
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(1_000_000)),
    });
    assert.deepEqual([bomb.status, bomb.text], [413, '{"code":413,"message":"HTTP 413 Request Entity Too Large"}']);
    assert.equal((await send({ method: 'POST', path: '/', body: 'x'.repeat(10_241) })).status, 413);
    assert.equal((await send({ method: 'POST', path: '/', body: 'x'.repeat(10_240) })).status, 200);
  });
});

test('each request is one line of the request log, hostile texts made harmless', () =>
  serving(new DefaultServerFactory(), {}, async (send, lines) => {
    await send({ path: '/greet?name=Charley', headers: { 'User-Agent': 'UA "x"\\', Referer: 'http://a/' } });
    await send({ path: '/healthcheck' }, 'admin');
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(
      lines.text,
      /^127\.0\.0\.1 - - \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET \/greet\?name=Charley HTTP\/1\.1" 200 6 "http:\/\/a\/" "UA \\"x\\"\\\\" \d+\n.*"GET \/healthcheck HTTP\/1\.1" 200 18 "-" "-" \d+\n$/,
    );
  }));

test('lines forged in the request log: no field of the request log can be used to forge a line, nor to hide one', () =>
  serving(new DefaultServerFactory(), {}, async (send, lines) => {
    await send({
      path: '/a\u0085b\u202e"\n',
      headers: { 'User-Agent': '\u2066x\u2028\u001b[2K\ufeff' },
      remoteAddress: '1.1.1.1 - x [y] "\u009b',
    });
    await new Promise((resolve) => setImmediate(resolve));
    const [line] = lines.text.split('\n');
    assert.equal(
      line!.replace(/\[\d\d\/[^\]]*\]/, '[time]').replace(/\d+$/, 'ms'),
      String.raw`1.1.1.1\x20-\x20x\x20[y]\x20\"\x9b - - [time] "GET /a\x85b\u202e\"\x0a HTTP/1.1" 200 10 "-" "\u2066x\u2028\x1b[2K\ufeff" ms`,
    );
  }));

test('a request that the client broke off is logged and counted with its address and 499', async () => {
  const statuses: number[] = [];
  const observer = {
    requestStarted: () => undefined,
    requestWaits: () => undefined,
    requestFinished: ({ status }: ObservedRequest) => void statuses.push(status),
  };
  const lines = new MemoryAppender();
  const factory = new DefaultServerFactory();
  factory.requestLog.appenders = [new MemoryAppenderFactory(lines)];
  const port = HttpConnectorFactory.onPort(0);
  port.bindHost = '127.0.0.1';
  factory.applicationConnectors = [port];
  factory.adminConnectors = [port];
  let arrived: () => void;
  const application: Handler = async ({ path, reply, signal }) => {
    if (path === '/begun') void reply.stream(endless(signal)).catch(() => undefined);
    arrived();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  const server = factory.build({ name: 'test', application, admin: hello, lifecycle: new Lifecycle(), observer });
  await server.start();
  try {
    for (const path of ['/silent', '/begun']) {
      const waiting = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const socket = connect(server.applicationListeners[0]!.port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await waiting;
      socket.destroy();
      while (!lines.text.includes(path)) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await server.stop();
  }
  assert.deepEqual(statuses, [499, 499]);
  for (const line of lines.text.trim().split('\n'))
    assert.match(line, /^127\.0\.0\.1 - - \[.*\] "GET \/(silent|begun) HTTP\/1\.1" 499 \d+ /);
});

test('over HTTP/2 each line has the address too, and a stream that the client resets is 499', async () => {
  const lines = new MemoryAppender();
  const factory = new DefaultServerFactory();
  factory.requestLog.appenders = [new MemoryAppenderFactory(lines)];
  const connector = new Http2ClearTextConnectorFactory();
  connector.port = 0;
  connector.bindHost = '127.0.0.1';
  const other = HttpConnectorFactory.onPort(0);
  other.bindHost = '127.0.0.1';
  factory.applicationConnectors = [connector];
  factory.adminConnectors = [other];
  let arrived: () => void = () => undefined;
  const application: Handler = ({ path, reply, signal }) => {
    if (path === '/answered') return reply.end('ok');
    arrived();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  const server = factory.build({ name: 'test', application, admin: hello, lifecycle: new Lifecycle() });
  await server.start();
  const client = connectHttp2(`http://127.0.0.1:${server.applicationListeners[0]!.port}`);
  try {
    const answered = client.request({ ':path': '/answered' });
    answered.resume();
    await once(answered, 'end');
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const reset = client.request({ ':path': '/reset' });
    await waiting;
    reset.close(constants.NGHTTP2_CANCEL);
    while (!lines.text.includes('/reset')) await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    client.close();
    await server.stop();
  }
  assert.deepEqual(
    lines.text
      .trim()
      .split('\n')
      .map((line) => line.replace(/ \[.*?\]/, '').replace(/ \d+$/, '')),
    ['127.0.0.1 - - "GET /answered HTTP/2.0" 200 2 "-" "-"', '127.0.0.1 - - "GET /reset HTTP/2.0" 499 0 "-" "-"'],
  );
});

test('excluded paths are not logged', () => {
  const factory = new DefaultServerFactory();
  factory.requestLog.excludedPaths = ['/ping'];
  return serving(factory, {}, async (send, lines) => {
    for (const path of ['/ping', '/ping/deep', '/pingpong']) await send({ path });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(lines.text.match(/GET [^ ]+/g), ['GET /pingpong']);
  });
});

test('an observer is told of the requests of the application, with the route that answered', async () => {
  const seen: (ObservedRequest | string)[] = [];
  const observer = {
    requestStarted: () => void seen.push('started'),
    requestWaits: ({ route }: WaitingRequest) => void seen.push(`waits at ${route}`),
    requestFinished: (request: ObservedRequest) => void seen.push({ ...request, milliseconds: 0 }),
  };
  const application: Handler = (exchange) => {
    exchange.route = '/people/{id}';
    exchange.reply.status = 404;
    if (exchange.path === '/people/7') exchange.reply.end();
    else return new Promise((resolve) => setImmediate(resolve)).then(() => exchange.reply.end());
  };
  await serving(new DefaultServerFactory(), { observer, application }, async (send) => {
    await send({ path: '/people/7' });
    await send({ path: '/people/8' });
    await send({ path: '/' }, 'admin');
  });
  const answered = { method: 'GET', route: '/people/{id}', status: 404, milliseconds: 0 };
  assert.deepEqual(seen, [
    'started',
    { ...answered, waited: undefined },
    'started',
    'waits at /people/{id}',
    { ...answered, waited: { method: 'GET', route: '/people/{id}' } },
  ]);
});

test('metrics that grow with what clients invent: methods that are not allowed are one method to the observer, however many a client invents', async () => {
  const methods: string[] = [];
  const observer = {
    requestStarted: () => undefined,
    requestWaits: ({ method }: WaitingRequest) => void methods.push(`waits ${method}`),
    requestFinished: ({ method, status }: ObservedRequest) => void methods.push(`${method} ${status}`),
  };
  const application: Handler = ({ reply }) => new Promise<void>((resolve) => setImmediate(resolve)).then(() => reply.end());
  await serving(new DefaultServerFactory(), { observer, application, methods: ['REPORT'] }, async (send) => {
    for (const method of ['GET', 'REPORT', 'M1', 'M2', 'get']) await send({ method, path: '/' });
  });
  assert.deepEqual(methods, ['waits GET', 'GET 200', 'waits REPORT', 'REPORT 200', 'other 405', 'other 405', 'other 405']);
});

test('an error message that tells too much: an exception that no handler answered is a safe 500 whose ID stands in the log', () =>
  capturing(async (logged) => {
    const application: Handler = () => {
      throw new Error('secret');
    };
    await serving(new DefaultServerFactory(), { application }, async (send) => {
      const answer = await send({ path: '/' });
      const [, id] = /^There was an error processing your request\. It has been logged \(ID ([0-9a-f]{16})\)\.$/.exec(answer.text)!;
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type'), answer.headers.has('x-request-id')],
        [500, 'text/plain;charset=utf-8', true],
      );
      const event = logged.events.find(({ message }) => message === `Error handling a request: ${id}`);
      assert.equal(event?.error?.message, 'secret');
    });
  }));

test('the request ID is on every reply, under whichever header it was configured', () => {
  const factory = new DefaultServerFactory();
  factory.requestId.header = 'X-Correlation-Id';
  const application: Handler = ({ path, reply }) => {
    reply.setHeader('Content-Language', 'de');
    if (path === '/broken') throw new Error('secret');
    if (path === '/refused') throw new WebApplicationException(Reply.status(409).header('X-Holder', 'ada').body({ holder: 'ada' }));
    reply.end();
  };
  return capturing(() =>
    serving(factory, { application }, async (send) => {
      for (const [method, path, status] of [
        ['GET', '/', 200],
        ['GET', '/broken', 500],
        ['GET', '/refused', 409],
        ['TRACE', '/', 405],
      ] as const) {
        const answer = await send({ method, path, headers: { 'X-Correlation-Id': 'abc' } });
        assert.deepEqual([answer.status, answer.headers.get('X-Correlation-Id')], [status, 'abc'], path);
      }
      const refused = await send({ path: '/refused' });
      assert.deepEqual(
        [refused.text, refused.headers.get('X-Holder'), refused.headers.get('Content-Language')],
        ['{"holder":"ada"}', 'ada', undefined],
      );
    }),
  );
});

test('the simple server takes what is below its admin path off the application', async () => {
  const factory = new SimpleServerFactory();
  factory.adminContextPath = '/admin/*';
  await serving(factory, {}, async (send) => {
    assert.equal((await send({ path: '/application/people?x=1' })).text, '/application/people');
    assert.equal((await send({ path: '/admin/healthcheck' })).text, 'admin /healthcheck');
    assert.equal((await send({ path: '/admin' })).text, 'admin /');
    assert.equal((await send({ path: '/administrators' })).text, '/administrators');
  });
});

test('two contexts of one path are refused', () => {
  const factory = new SimpleServerFactory();
  factory.adminContextPath = '/application';
  assert.throws(() => factory.build({ name: 'test', application: hello, admin: hello, lifecycle: new Lifecycle() }), {
    message: 'adminContextPath and applicationContextPath both want the path /application; give one of them another path',
  });
});

test('the admin context path of the default server is taken off the path', async () => {
  const factory = new DefaultServerFactory();
  factory.adminContextPath = '/ops';
  await serving(factory, {}, async (send) => assert.equal((await send({ path: '/ops/ping' }, 'admin')).text, 'admin /ping'));
});

test('the ports are 8080 and 8081 unless configured', () => {
  const { applicationConnectors, adminConnectors } = new DefaultServerFactory();
  assert.deepEqual(
    [...applicationConnectors, ...adminConnectors].map((connector) => (connector as HttpConnectorFactory).port),
    [8080, 8081],
  );
  assert.equal((new SimpleServerFactory().connector as HttpConnectorFactory).port, 8080);
});
