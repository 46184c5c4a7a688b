import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { mountTable } from '../../src/http/mount-table.js';
import { NotFoundException } from '../../src/http/web-application-exception.js';
import type { Engine } from '../../src/server/engines/engine.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import { nodeHandler } from '../../src/server/engines/node-handler.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { fetchHandler } from '../../src/server/handlers/fetch-handler.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';
import { capturing } from '../resources/captured.js';

async function overSocket(handler: Handler, use: (base: string) => Promise<void>, engine: Engine = new NodeHttpEngine()): Promise<void> {
  const listener = await engine.listen(
    { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 0, onFailure: answerFailure },
    handler,
  );
  try {
    await use(`http://127.0.0.1:${listener.port}`);
  } finally {
    await listener.stopAccepting();
    await listener.drain(AbortSignal.abort());
  }
}

function mountedAt(path: string, handler: Handler): Handler {
  return mountTable([{ path, handler }], (exchange) => answerFailure(exchange, new NotFoundException()));
}

test('a node handler answers below its context, with the headers set before it and the status it chose', async () => {
  const outcomes: number[] = [];
  const legacy = nodeHandler((request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    response.statusCode = 418;
    response.setHeader('Content-Type', 'text/plain');
    let body = '';
    request
      .on('data', (piece) => (body += String(piece)))
      .on('end', () => response.end(`${request.method} ${request.url} ${request.originalUrl} ${body}`));
  });
  const mounted = mountedAt('/legacy', legacy);
  await overSocket(
    (exchange) => {
      exchange.reply.setHeader('X-Request-Id', 'r1');
      exchange.onFinished(({ status }) => outcomes.push(status));
      return mounted(exchange);
    },
    async (base) => {
      const answer = await fetch(`${base}/legacy/teapot?x=1`, { method: 'POST', body: 'earl grey' });
      assert.deepEqual(
        [answer.status, answer.headers.get('x-request-id'), await answer.text()],
        [418, 'r1', 'POST /teapot?x=1 /legacy/teapot?x=1 earl grey'],
      );
    },
  );
  assert.deepEqual(outcomes, [418]);
});

test('a node handler answers over HTTP/2 too', async () => {
  const outcomes: unknown[] = [];
  const legacy = mountedAt(
    '/legacy',
    nodeHandler(async (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
      response.statusCode = 418;
      response.setHeader('Content-Type', 'text/plain');
      let body = '';
      for await (const piece of request) body += String(piece);
      response.end(`${request.method} ${request.url} ${request.originalUrl} ${body}`);
    }),
  );
  await overSocket(
    (exchange) => {
      exchange.reply.setHeader('X-Request-Id', 'r1');
      exchange.onFinished((outcome) => outcomes.push(outcome));
      return legacy(exchange);
    },
    async (base) => {
      const session = connect(base);
      const stream = session.request({ ':method': 'POST', ':path': '/legacy/teapot?x=1' });
      stream.end('earl grey');
      const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
      let text = '';
      for await (const piece of stream) text += String(piece);
      session.destroy();
      assert.deepEqual([head[':status'], head['x-request-id'], text], [418, 'r1', 'POST /teapot?x=1 /legacy/teapot?x=1 earl grey']);
    },
    new NodeHttp2Engine(),
  );
  assert.deepEqual(outcomes, [{ status: 418, bodyBytes: 0, complete: true }]);
});

test('a node handler that fails before it answered gets a safe 500', () =>
  capturing(async (lines) => {
    const failing = nodeHandler((_, response) => {
      response.setHeader('X-Half', 'done');
      throw new Error('legacy broke');
    });
    await overSocket(failing, async (base) => {
      const answer = await fetch(base);
      assert.deepEqual([answer.status, answer.headers.get('x-half')], [500, null]);
      assert.match(await answer.text(), /^There was an error processing your request/);
    });
    assert.match(lines.messages[0]!, /^Error handling a request: /);
  }));

test('a node handler says what it needs where there is no socket', () => {
  const exchange = new InMemoryEngine().converse(({ reply }) => reply.end(), { path: '/' }).exchange;
  return assert.rejects(async () => nodeHandler(() => undefined)(exchange), {
    code: 'KEELSON_NODE_HANDLER_NEEDS_SOCKET',
    message:
      "A handler made by nodeHandler was called for a request that Node's HTTP server has not read. Give it to mount() as it is, not inside another function, or set server.engine: node; in tests without a socket, use a port or fetchHandler",
  });
});

const edge = fetchHandler(async (request) => {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers({ 'X-Edge': request.headers.get('x-in') ?? '' });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  if (request.method === 'DELETE') return new Response(null, { status: 204 });
  return new Response(`${request.method} ${pathname}${search} ${await request.text()}`, { status: 201, headers });
});

test('a fetch handler answers on every engine', async () => {
  const answer = await new InMemoryEngine().answer(mountedAt('/edge', edge), {
    method: 'POST',
    path: '/edge/a?b=c',
    headers: { Host: 'example.com', 'X-In': 'yes' },
    body: 'body',
  });
  assert.deepEqual(
    [answer.status, answer.text, answer.headers.get('x-edge'), answer.headers.getAll('set-cookie'), answer.complete],
    [201, 'POST /a?b=c body', 'yes', ['a=1', 'b=2'], true],
  );
  await overSocket(edge, async (base) => {
    const over = await fetch(`${base}/x`, { method: 'PUT', body: 'y' });
    assert.deepEqual([over.status, await over.text(), over.headers.getSetCookie()], [201, 'PUT /x y', ['a=1', 'b=2']]);
    assert.equal((await fetch(base, { method: 'DELETE' })).status, 204);
  });
});

test('a fetch handler sees the path as a path, even where it looks like another host', async () => {
  const url = fetchHandler((request) => new Response(request.url));
  const ask = (path: string, host = 'example.com') =>
    new InMemoryEngine().answer(mountedAt('/edge', url), { path, headers: { Host: host } });
  assert.equal((await ask('/edge//evil.example/admin')).text, 'http://example.com//evil.example/admin');
  assert.equal((await ask('/edge//evil.example:99999/x')).text, 'http://example.com//evil.example:99999/x');
  assert.equal((await ask('/edge/a?b=//c')).text, 'http://example.com/a?b=//c');
});

for (const host of ['a b', 'user@evil.example', 'evil.example/path', 'evil.example?', 'evil.example#', 'x:99999', '[1', ''])
  test(`a request whose Host is ${JSON.stringify(host)} forms no URL and is answered with 400`, async () => {
    const reached = fetchHandler(() => new Response('reached'));
    const answer = await new InMemoryEngine().answer(
      async (exchange) => {
        try {
          await reached(exchange);
        } catch (thrown) {
          answerFailure(exchange, thrown);
        }
      },
      { path: '/', headers: { Host: host } },
    );
    assert.deepEqual([answer.status, answer.text], [400, '{"code":400,"message":"The request does not form a URL"}']);
  });

test('the signal of a fetch handler is aborted when the client leaves', async () => {
  let told!: () => void;
  const aborted = new Promise<void>((resolve) => (told = resolve));
  const conversation = new InMemoryEngine().converse(
    fetchHandler((request) => {
      request.signal.addEventListener('abort', told);
      return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
    }),
    { path: '/' },
  );
  await conversation.head;
  conversation.leave();
  await aborted;
});
