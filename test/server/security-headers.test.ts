import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { SecurityHeadersFactory } from '../../src/server/handlers/security-headers-factory.js';
import { Validator } from '../../src/validation/validator.js';
import { inChromium } from '../browser/chromium.js';
import { capturing } from '../resources/captured.js';

const names = ['X-Content-Type-Options', 'X-Frame-Options', 'Content-Security-Policy', 'Strict-Transport-Security'];

async function headersFor(
  handler: Handler,
  request: Partial<InMemoryRequest> = {},
  change: (headers: SecurityHeadersFactory) => void = () => {},
  side: 'application' | 'admin' = 'application',
): Promise<readonly (string | undefined)[]> {
  const factory = new DefaultServerFactory();
  factory.requestLog.appenders = [];
  change(factory.securityHeaders);
  const engine = new InMemoryEngine();
  const server = factory.build({ name: 'test', application: handler, admin: handler, lifecycle: new Lifecycle(), engine });
  await server.start();
  try {
    const { port } = (side === 'admin' ? server.adminListeners : server.applicationListeners)[0]!;
    const { headers } = await engine.send(port, { path: '/', ...request });
    return names.map((name) => headers.get(name));
  } finally {
    await server.stop();
  }
}

const answering =
  (type?: string): Handler =>
  ({ reply }) => {
    if (type !== undefined) reply.setHeader('Content-Type', type);
    reply.end('content');
  };
const forApi = ['nosniff', 'DENY', "default-src 'none'; frame-ancestors 'none'", undefined];
const forPages = ['nosniff', 'DENY', "frame-ancestors 'none'", undefined];

test('every reply tells browsers not to guess, frame, run or load anything', () =>
  capturing(async () => {
    assert.deepEqual(await headersFor(answering('application/json')), forApi);
    assert.deepEqual(await headersFor(answering('application/json'), {}, undefined, 'admin'), forApi);
    assert.deepEqual(await headersFor(answering()), forApi);
    assert.deepEqual(await headersFor(answering(), { method: 'TRACE' }), forApi);
    assert.deepEqual(
      await headersFor(() => {
        throw new Error('secret');
      }),
      forApi,
    );
    assert.deepEqual(await headersFor(({ reply }) => reply.stream(['a', 'b'])), forApi);
  }));

test('pages keep their scripts and styles, and stay out of frames', async () => {
  for (const type of ['text/html', 'text/html;charset=utf-8', 'Application/XHTML+XML', 'image/svg+xml', 'application/pdf'])
    assert.deepEqual(await headersFor(answering(type)), forPages, type);
});

test('over TLS browsers are told to stay there', async () => {
  const [, , , transport] = await headersFor(answering(), { secure: true });
  assert.equal(transport, 'max-age=31536000');
});

test('each can be changed or removed, by the configuration or by a handler', async () => {
  const changed = await headersFor(answering(), { secure: true }, (headers) => {
    headers.contentTypeOptions = '';
    headers.frameOptions = 'SAMEORIGIN';
    headers.contentSecurityPolicy = "default-src 'self'";
    headers.strictTransportSecurity = '';
  });
  assert.deepEqual(changed, [undefined, 'SAMEORIGIN', "default-src 'self'", undefined]);
  const without = (headers: SecurityHeadersFactory) => {
    headers.contentSecurityPolicy = '';
    headers.pageContentSecurityPolicy = '';
  };
  assert.equal((await headersFor(answering('text/html'), {}, without))[2], undefined);
  assert.equal((await headersFor(answering(), {}, without))[2], undefined);
  const onlyApi = (headers: SecurityHeadersFactory) => {
    headers.pageContentSecurityPolicy = '';
  };
  assert.deepEqual(
    [(await headersFor(answering('text/html'), {}, onlyApi))[2], (await headersFor(answering(), {}, onlyApi))[2]],
    [undefined, forApi[2]],
  );
  const own: Handler = ({ reply }) => {
    reply.setHeader('Content-Security-Policy', "default-src 'self'");
    reply.removeHeader('X-Frame-Options');
    reply.end('content');
  };
  assert.deepEqual(await headersFor(own), ['nosniff', undefined, "default-src 'self'", undefined]);
  assert.deepEqual(
    await headersFor(answering(), { secure: true }, (headers) => {
      headers.enabled = false;
    }),
    [undefined, undefined, undefined, undefined],
  );
});

test('a value that cannot be sent is refused', () => {
  const headers = new SecurityHeadersFactory();
  headers.frameOptions = 'DENY\r\nSet-Cookie: x';
  assert.deepEqual(
    new Validator().validate(headers).map(({ path, message }) => `${path} ${message}`),
    ['frameOptions must be the value of a header: one line of printable characters'],
  );
});

test('in a real browser pages work with these headers, and other sites cannot frame them', async (t) => {
  const pages: Readonly<Record<string, string>> = {
    '/': '<!doctype html><title>still</title><style>body { color: rgb(1, 2, 3); }</style><script src="/app.js"></script>',
    '/frame': `<!doctype html><title>outer</title><iframe src="/"></iframe>`,
  };
  const factory = new DefaultServerFactory();
  factory.requestLog.appenders = [];
  const free = HttpConnectorFactory.onPort(0);
  free.bindHost = '127.0.0.1';
  factory.applicationConnectors = [free];
  factory.adminConnectors = [free];
  const application: Handler = ({ path, reply }) => {
    const page = pages[path];
    reply.setHeader('Content-Type', page === undefined ? 'text/javascript' : 'text/html');
    reply.end(page ?? "document.title = 'ran';");
  };
  const server = factory.build({ name: 'test', application, admin: application, lifecycle: new Lifecycle() });
  await inChromium(t, async (browser) => {
    await server.start();
    try {
      const page = await browser.newPage();
      const origin = `http://site.example:${server.applicationListeners[0]!.port}`;
      await page.goto(`${origin}/`);
      assert.deepEqual([await page.title(), await page.evaluate('getComputedStyle(document.body).color')], ['ran', 'rgb(1, 2, 3)']);
      await page.goto(`${origin}/frame`);
      await assert.rejects(page.frames()[1]!.evaluate("if (document.title !== 'ran') throw new Error('not shown')"), /not shown/);
    } finally {
      await server.stop();
    }
  });
});
