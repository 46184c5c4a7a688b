import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { AdminFactory } from '../../src/admin/admin-factory.js';
import { AdminRegistry } from '../../src/admin/admin-registry.js';
import { HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import type { Handler } from '../../src/http/handler.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import { Validator } from '../../src/validation/validator.js';
import { emptyPage, inChromium, onFreePort } from '../browser/chromium.js';

type Fields = Readonly<Record<string, string>>;

function admin(allowedHosts: string[] = []) {
  const runs: string[] = [];
  const registry = new AdminRegistry({ health: new HealthCheckRegistry(), metrics: new MetricRegistry() });
  registry.addTask('mark', (parameters) => void runs.push(parameters.get('by') ?? 'nobody'));
  registry.mount('/own', ({ method, reply }) => {
    runs.push(method);
    reply.end('done');
  });
  const settings = new AdminFactory();
  settings.allowedHosts = allowedHosts;
  const handler = registry.handler(settings);
  const send = async (method: string, path: string, headers: Fields, secure = false) => {
    const answer = await new InMemoryEngine().answer(handler, { method, path, headers, secure });
    return [answer.status, answer.text];
  };
  return { runs, handler, send };
}

const refused = JSON.stringify({
  code: 403,
  message:
    'A page of another origin cannot change anything on the admin port. Open the admin port itself in the browser, or send the request without a browser',
});
const misdirected = (name: string) =>
  JSON.stringify({
    code: 421,
    message: `"${name}" is not a known name of the admin port. Use its IP address or localhost, or add the name to admin.allowedHosts`,
  });

describe('a request of a browser that changes something on the admin port', () => {
  const sameOrigin: readonly (readonly [string, Fields])[] = [
    ['an IP address', { Host: '127.0.0.1:8081', Origin: 'http://127.0.0.1:8081' }],
    ['an IPv6 address', { Host: '[::1]:8081', Origin: 'http://[::1]:8081' }],
    ['localhost', { Host: 'localhost:8081', Origin: 'http://localhost:8081', 'Sec-Fetch-Site': 'same-origin' }],
    ['a default port', { Host: '10.0.0.1', Origin: 'http://10.0.0.1' }],
    ['only Sec-Fetch-Site', { Host: 'localhost:8081', 'Sec-Fetch-Site': 'same-origin' }],
    ['TLS that ends at a proxy', { Host: '10.0.0.1', Origin: 'https://10.0.0.1', 'Sec-Fetch-Site': 'same-origin' }],
  ];
  for (const [what, headers] of sameOrigin)
    test(`is let through from its own origin: ${what}`, async () => {
      const { runs, send } = admin();
      assert.deepEqual(await send('POST', '/tasks/mark?by=operator', headers), [200, '']);
      assert.deepEqual(await send('DELETE', '/own', headers), [200, 'done']);
      assert.deepEqual(runs, ['operator', 'DELETE']);
    });

  const foreign: readonly (readonly [string, Fields])[] = [
    ['another site', { Host: '127.0.0.1:8081', Origin: 'http://evil.example' }],
    [
      'another site that says where it comes from',
      { Host: 'localhost:8081', Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    ],
    ['the same site', { Host: 'localhost:8081', 'Sec-Fetch-Site': 'same-site' }],
    ['an unknown site', { Host: 'localhost:8081', 'Sec-Fetch-Site': 'none' }],
    ['another port', { Host: 'localhost:8081', Origin: 'http://localhost:3000' }],
    ['another scheme', { Host: '10.0.0.1', Origin: 'https://10.0.0.1' }],
    ['an opaque origin', { Host: 'localhost:8081', Origin: 'null' }],
    ['an origin that is not one', { Host: 'localhost:8081', Origin: 'http://localhost:8081/x' }],
    ['two origins', { Host: 'localhost:8081', Origin: 'http://localhost:8081, http://evil.example' }],
    ['contradicting headers', { Host: 'localhost:8081', Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
    ['no host', { Origin: 'http://localhost:8081' }],
  ];
  for (const [what, headers] of foreign)
    test(`must come from a page of the admin port itself: 403 from ${what}, for every method and path`, async () => {
      const { runs, send } = admin();
      for (const [method, path] of [
        ['POST', '/tasks/mark'],
        ['POST', '/own'],
        ['PUT', '/own'],
        ['PATCH', '/own'],
        ['DELETE', '/own'],
        ['PURGE', '/own'],
      ] as const)
        assert.deepEqual(await send(method, path, headers), [403, refused]);
      assert.deepEqual(runs, []);
    });

  test('must use a host that is an IP address, localhost, or one of admin.allowedHosts: otherwise 421, and the message names the key', async () => {
    const { runs, send } = admin();
    const headers = { Host: 'rebound.example:8081', Origin: 'http://rebound.example:8081' };
    assert.deepEqual(await send('POST', '/tasks/mark', headers), [421, misdirected('rebound.example')]);
    assert.deepEqual(await send('POST', '/own', { Host: 'localhost.evil.example', 'Sec-Fetch-Site': 'same-origin' }), [
      421,
      misdirected('localhost.evil.example'),
    ]);
    assert.deepEqual(runs, []);
  });

  test('is let through under a name in admin.allowedHosts', async () => {
    const { send } = admin(['Admin.Internal.example']);
    const headers = { Host: 'admin.internal.example:8081', Origin: 'http://admin.internal.example:8081' };
    assert.deepEqual(await send('POST', '/tasks/mark', headers), [200, '']);
  });
});

test('requests without those headers (curl, probes, Prometheus) are served under any name, and so is everything that only reads', async () => {
  const { runs, send } = admin();
  assert.deepEqual(await send('POST', '/tasks/mark?by=curl', { Host: 'whatever.example' }), [200, '']);
  assert.deepEqual(await send('POST', '/tasks/mark?by=none', {}), [200, '']);
  assert.deepEqual(await send('GET', '/ping', { Host: 'whatever.example', Origin: 'http://evil.example' }), [200, 'pong\n']);
  assert.deepEqual(runs, ['curl', 'none']);
});

test('admin.allowedHosts holds names of hosts', () => {
  const settings = new AdminFactory();
  settings.allowedHosts = ['admin.example', 'http://admin.example', 'admin.example:8081', ''];
  const message = 'must be the name of a host, without a scheme or a port';
  assert.deepEqual(
    new Validator().validate(settings).map(({ path, message }) => `${path} ${message}`),
    [`allowedHosts[1] ${message}`, `allowedHosts[2] ${message}`, `allowedHosts[3] ${message}`],
  );
});

test('no page of the web can run your tasks: a page of the web that uses the browser of an operator, on another origin or under a rebound name', async (t) => {
  const { runs, handler } = admin(['admin.example']);
  await inChromium(t, async (browser) => {
    const statuses: number[] = [];
    const watched: Handler = (exchange) => {
      exchange.onFinished(({ status }) => {
        if (exchange.method === 'POST') statuses.push(status);
      });
      return handler(exchange);
    };
    await onFreePort(watched, async (adminPort) => {
      await onFreePort(emptyPage, async (port) => {
        // The admin port's own policy would stop scripts already; here it must stand without.
        const context = await browser.newContext({ bypassCSP: true });
        const page = await context.newPage();
        const task = (host: string, by: string) => `http://${host}:${adminPort}/tasks/mark?by=${by}`;
        for (const [from, to] of [
          ['evil.example', 'internal.example'],
          ['evil.example', '127.0.0.1'],
          ['evil.example', 'localhost'],
          ['app.admin.example', 'admin.example'],
          ['localhost', 'localhost'],
        ] as const) {
          await page.goto(`http://${from}:${port}/`);
          await page.evaluate(attack(task(to, from)));
          await page.evaluate(formAttack(task(to, from)));
          await page.waitForURL(`${task(to, from)}-form`);
        }
        assert.deepEqual([runs, [...new Set(statuses)], statuses.length], [[], [403], 15]);

        await page.goto(`http://rebound.example:${adminPort}/`);
        const own = (url: string) =>
          page.evaluate<number>(`fetch(${JSON.stringify(url)}, { method: 'POST' }).then(({ status }) => status)`);
        assert.equal(await own(task('rebound.example', 'rebound')), 421);
        assert.deepEqual(runs, []);

        for (const host of ['127.0.0.1', 'localhost', 'admin.example']) {
          await page.goto(`http://${host}:${adminPort}/`);
          assert.equal(await own(task(host, host)), 200);
        }
        assert.deepEqual(runs, ['127.0.0.1', 'localhost', 'admin.example']);
      });
    });
  });
});

// Scripts are text: they run in the browser, whose names the compiler does not know.
function attack(url: string): string {
  return `(async (url) => {
    await fetch(url + '-no-cors', { method: 'POST', mode: 'no-cors' });
    await fetch(url + '-cors', { method: 'POST', mode: 'cors', credentials: 'include' }).catch(() => undefined);
    await new Promise((resolve) => {
      const image = new Image();
      image.onload = image.onerror = resolve;
      image.src = url + '-image';
    });
  })(${JSON.stringify(url)})`;
}

function formAttack(url: string): string {
  return `((url) => {
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = url + '-form';
    document.body.append(form);
    form.submit();
  })(${JSON.stringify(url)})`;
}
