import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { ForbiddenException } from '../../src/http/web-application-exception.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryAnswer, InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { CorsFactory } from '../../src/server/handlers/cors-factory.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';
import { Validator } from '../../src/validation/validator.js';
import { Duration } from '../../src/values/duration.js';
import { emptyPage, inChromium, onFreePort } from '../browser/chromium.js';

function factoryFor(cors: Partial<CorsFactory>): DefaultServerFactory {
  const factory = new DefaultServerFactory();
  factory.requestLog.appenders = [];
  factory.cors = Object.assign(new CorsFactory(), cors);
  return factory;
}

async function ask(
  cors: Partial<CorsFactory>,
  request: InMemoryRequest,
  application: Handler = ({ reply }) => reply.end('x'.repeat(300)),
): Promise<InMemoryAnswer> {
  const engine = new InMemoryEngine();
  const wraps = [
    {
      name: 'authentication',
      wrap:
        (next: Handler): Handler =>
        (exchange) => {
          if (exchange.path === '/locked') throw new ForbiddenException();
          return next(exchange);
        },
    },
  ];
  const server = factoryFor(cors).build({
    name: 'test',
    application: { handler: application, wraps, fail: answerFailure },
    admin: ({ reply }) => reply.end(),
    lifecycle: new Lifecycle(),
    engine,
  });
  await server.start();
  try {
    return await engine.send(server.applicationListeners[0]!.port, request);
  } finally {
    await server.stop();
  }
}

const app = 'https://app.example';
const preflight = (origin: string, path = '/'): InMemoryRequest => ({
  method: 'OPTIONS',
  path,
  headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'x-custom' },
});
const accessHeaders = ({ headers }: InMemoryAnswer): Record<string, string> =>
  Object.fromEntries([...headers.entries()].filter(([name]) => name.startsWith('Access-Control')));

describe('CORS', () => {
  test('a listed origin may read replies, with credentials where that is allowed', async () => {
    const cors = { origins: [app], exposedHeaders: ['X-Total', 'X-Request-Id'] };
    const plain = await ask(cors, { path: '/', headers: { Origin: app } });
    assert.deepEqual(accessHeaders(plain), {
      'Access-Control-Allow-Origin': app,
      'Access-Control-Expose-Headers': 'X-Total, X-Request-Id',
    });
    const trusted = await ask({ origins: [app], credentials: true, exposedHeaders: [] }, { path: '/', headers: { Origin: app } });
    assert.deepEqual(accessHeaders(trusted), { 'Access-Control-Allow-Origin': app, 'Access-Control-Allow-Credentials': 'true' });
  });

  test('any other origin may not, and is served', async () => {
    for (const origin of [
      'https://evil.example',
      'http://app.example',
      'https://app.example:8443',
      'https://app.example.evil.example',
      'null',
    ]) {
      const answer = await ask({ origins: [app], credentials: true }, { path: '/', headers: { Origin: origin } });
      assert.deepEqual([answer.status, accessHeaders(answer), answer.headers.get('Vary')], [200, {}, 'Origin'], origin);
    }
  });

  test('with * every origin may', async () => {
    const answer = await ask({ origins: ['*'], exposedHeaders: [] }, { path: '/', headers: { Origin: 'https://anyone.example' } });
    assert.deepEqual([accessHeaders(answer), answer.headers.get('Vary')], [{ 'Access-Control-Allow-Origin': '*' }, 'Origin']);
  });

  test('`Vary: Origin` is on every reply of the application port, errors included, with or without `Origin`', async () => {
    const settingVary: Handler = ({ path, reply }) => {
      reply.setHeader('Vary', path === '/star' ? '*' : 'Accept-Language');
      reply.setHeader('Content-Type', 'text/plain');
      reply.end('x'.repeat(300));
    };
    const vary = async (request: InMemoryRequest, application?: Handler) =>
      (await ask({ origins: [app] }, request, application)).headers.getAll('Vary').join(', ');
    assert.equal(await vary({ path: '/' }), 'Origin');
    assert.equal(await vary({ path: '/locked' }), 'Origin');
    assert.equal(await vary({ method: 'TRACE', path: '/' }), 'Origin');
    assert.equal(await vary({ path: '/' }, settingVary), 'Accept-Language, Origin, Accept-Encoding');
    assert.equal(await vary({ path: '/star' }, settingVary), '*');
    assert.equal(
      await vary({ path: '/' }, () => {
        throw new ForbiddenException();
      }),
      'Origin',
    );
  });

  test('errors of a listed origin can be read too', async () => {
    for (const request of [
      { path: '/locked', headers: { Origin: app } },
      { method: 'TRACE', path: '/', headers: { Origin: app } },
    ])
      assert.equal((await ask({ origins: [app] }, request)).headers.get('Access-Control-Allow-Origin'), app);
  });

  test('a preflight is answered before any authentication', async () => {
    const cors = { origins: [app], credentials: true, methods: ['GET', 'PUT'], headers: ['X-Custom'], maxAge: Duration.minutes(2) };
    const answer = await ask(cors, preflight(app, '/locked'));
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.get('Vary')],
      [204, '', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
    );
    assert.deepEqual(accessHeaders(answer), {
      'Access-Control-Allow-Origin': app,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Methods': 'GET, PUT',
      'Access-Control-Allow-Headers': 'X-Custom',
      'Access-Control-Max-Age': '120',
    });
  });

  test('a preflight of an origin that is not listed gets no Access-Control-Allow header', async () => {
    const answer = await ask({ origins: [app], credentials: true }, preflight('https://evil.example'));
    assert.deepEqual([answer.status, accessHeaders(answer)], [204, {}]);
  });

  test('a plain OPTIONS keeps its Allow', async () => {
    const application: Handler = ({ reply }) => {
      reply.setHeader('Allow', 'GET, OPTIONS');
      reply.end();
    };
    for (const headers of [{}, { Origin: app }])
      assert.equal(
        (await ask({ origins: [app] }, { method: 'OPTIONS', path: '/', headers }, application)).headers.get('Allow'),
        'GET, OPTIONS',
      );
  });

  test('is off unless configured', async () => {
    const engine = new InMemoryEngine();
    const factory = new DefaultServerFactory();
    factory.requestLog.appenders = [];
    const server = factory.build({
      name: 'test',
      application: ({ reply }) => reply.end(),
      admin: ({ reply }) => reply.end(),
      lifecycle: new Lifecycle(),
      engine,
    });
    await server.start();
    const answer = await engine.send(server.applicationListeners[0]!.port, { path: '/', headers: { Origin: app } });
    await server.stop();
    assert.deepEqual([accessHeaders(answer), answer.headers.get('Vary')], [{}, undefined]);
  });

  test('what cannot work is refused', () => {
    const violations = (cors: Partial<CorsFactory>) =>
      new Validator().validate(Object.assign(new CorsFactory(), cors)).map(({ path, message }) => `${path} ${message}`.trim());
    assert.deepEqual(violations({ origins: [app, 'http://localhost:3000', 'capacitor://localhost'], credentials: true }), []);
    assert.deepEqual(violations({ origins: ['*'], credentials: true }), [
      'origins: "*" cannot be combined with credentials, since any site could then act as the user; list the origins',
    ]);
    assert.deepEqual(violations({ origins: ['*', app] }), ['origins: "*" stands for every origin; remove the others, or remove it']);
    assert.deepEqual(violations({ origins: [] }), ['origins may not be empty']);
    const message =
      'must be an origin, as in https://app.example: a scheme and a host in lower case, a port unless it is the default one, and nothing else';
    const bad = ['https://app.example/', 'app.example', 'https://*.example', 'null', 'HTTPS://app.example', ''];
    assert.deepEqual(
      violations({ origins: bad }),
      bad.map((_, index) => `origins[${index}] ${message}`),
    );
  });
});

test('a real browser lets pages of listed origins read replies, and no others', async (t) => {
  await inChromium(t, async (browser) => {
    await onFreePort(emptyPage, async (pagePort) => {
      const origin = (name: string) => `http://${name}.shop.example:${pagePort}`;
      const factory = factoryFor({ origins: [origin('app')], credentials: true, headers: ['X-Custom'], exposedHeaders: ['X-Total'] });
      const free = HttpConnectorFactory.onPort(0);
      free.bindHost = '127.0.0.1';
      factory.applicationConnectors = [free];
      factory.adminConnectors = [free];
      const server = factory.build({
        name: 'test',
        application: ({ headers, method, path, reply }) => {
          if (path === '/fails') throw new ForbiddenException('not for you');
          reply.setHeader('X-Total', '7');
          if (path === '/login') reply.setHeader('Set-Cookie', 'session=ada');
          reply.end(`${method} ${headers.get('cookie') ?? 'no cookie'}`);
        },
        admin: ({ reply }) => reply.end(),
        lifecycle: new Lifecycle(),
      });
      await server.start();
      try {
        const apiPort = server.applicationListeners[0]!.port;
        const context = await browser.newContext();
        const page = await context.newPage();
        const fetched = async (from: string, path: string, init: object = {}) => {
          await page.goto(`${origin(from)}/`);
          return page.evaluate<string>(
            `fetch(${JSON.stringify(`http://api.shop.example:${apiPort}${path}`)}, ${JSON.stringify(init)})
                .then(async (r) => [r.status, await r.text(), r.headers.get('x-total')].join(' '), () => 'blocked')`,
          );
        };
        // Simple requests.
        assert.equal(await fetched('app', '/a'), '200 GET no cookie 7');
        assert.equal(await fetched('other', '/a'), 'blocked');
        // Failures can be read by the listed origin too.
        assert.equal(await fetched('app', '/fails'), '403 {"code":403,"message":"not for you"} ');
        assert.equal(await fetched('other', '/fails'), 'blocked');
        // With a preflight: a method and a header that are allowed, and others that are not.
        const put = { method: 'PUT', headers: { 'X-Custom': '1' } };
        assert.equal(await fetched('app', '/a', put), '200 PUT no cookie 7');
        assert.equal(await fetched('other', '/a', put), 'blocked');
        assert.equal(await fetched('app', '/a', { headers: { 'X-Unknown': '1' } }), 'blocked');
        assert.equal(await fetched('app', '/a', { method: 'PURGE' }), 'blocked');
        // With credentials; the hosts are of one site, so the cookie is sent.
        assert.equal(await fetched('app', '/login', { credentials: 'include' }), '200 GET no cookie 7');
        assert.equal(await fetched('app', '/a', { credentials: 'include' }), '200 GET session=ada 7');
        assert.equal(await fetched('other', '/a', { credentials: 'include' }), 'blocked');
      } finally {
        await server.stop();
      }
    });
  });
});
